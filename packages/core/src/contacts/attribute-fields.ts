import type { Definition, FieldFamily } from '../search/searchable.js';

const isNumber = `length(own_value.value) <= 100 and own_value.value ~ '^-?\\d+(\\.\\d+)?$'`;

/**
 * The fields `attributes.<external id>`, compared by the type of the attribute. The indexes `attribute_values_text_idx`
 * and `attribute_values_number_idx` hold exactly these expressions; `attribute_values_trigram_idx` serves parts of
 * texts.
 */
export const attributeFields: FieldFamily = {
  kind: 'attribute',
  kindOf: (definition) => attributeSql('type::text', definition),
  valuesOf: (row, definition) => `attribute_values own_value
    where own_value.tenant_id = ${definition.tenant} and own_value.contact_id = ${row}.id
      and own_value.attribute_id = ${attributeSql('id', definition)}`,
  text: 'own_value.value',
  number: { value: `(case when ${isNumber} then own_value.value::numeric end)`, isOne: isNumber },
  indexed: (text) => `left(${text}, 255) collate "C"`,
};

function attributeSql(column: string, { tenant, name }: Definition): string {
  return `(select ${column} from attributes where tenant_id = ${tenant} and external_id = ${name})`;
}
