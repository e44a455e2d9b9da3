import { statement } from '@parley/database';
import type { FieldFamily, NamedDefinition } from '../search/searchable.js';

const indexedCharacters = 255;

const isNumber = `length(own_value.value) <= 100 and own_value.value ~ '^-?\\d+(\\.\\d+)?$'`;

/**
 * The fields `attributes.<external id>`, compared by the type of the attribute. The indexes `attribute_values_text_idx`
 * and `attribute_values_number_idx` hold exactly these expressions; `attribute_values_trigram_idx` serves parts of
 * texts.
 */
export const attributeFields: FieldFamily = {
  kind: 'attribute',
  findDefinitions: statement<NamedDefinition>(
    'find-definitions-of-attributes',
    `select external_id as name, id, type::text as kind from attributes
     where tenant_id = $1::uuid and external_id = any ($2::text[])`,
  ),
  values: ({ tenant, id }) => `attribute_values own_value
    where own_value.tenant_id = ${tenant} and own_value.attribute_id = ${id}`,
  owner: 'own_value.contact_id',
  ownerIndex: ['own_value.tenant_id', 'own_value.attribute_id', 'own_value.contact_id'],
  text: 'own_value.value',
  number: { value: `(case when ${isNumber} then own_value.value::numeric end)`, isOne: isNumber },
  indexed: (text) => `left(${text}, ${indexedCharacters}) collate "C"`,
  indexedCharacters,
};
