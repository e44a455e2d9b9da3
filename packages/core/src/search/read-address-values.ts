import type { HandleType } from '@parley/database';
import { readEmail } from '../addresses/read-email.js';
import { readInstagramId } from '../addresses/read-instagram-id.js';
import { type PhoneNumbers, readPhoneNumbers } from '../addresses/read-phone-numbers.js';
import type { Context } from '../context.js';
import type { Condition, Filter, Value } from './filter.js';
import type { Field } from './searchable.js';

/**
 * Lets `eq`, `ne` and `in` find an address in any form. The text itself is compared as well, because a value may not be
 * an address, such as the name of an SMS sender.
 */
export async function readAddressValues(context: Context, filter: Filter): Promise<Filter> {
  const texts = conditionsOf(filter).flatMap((condition) =>
    addressTypesOf(condition.field).includes('phone_number') ? textsOf(condition) : [],
  );
  return widen(filter, await readPhoneNumbers(context, texts));
}

function conditionsOf(filter: Filter): Condition[] {
  if ('filters' in filter) return filter.filters.flatMap(conditionsOf);
  return 'filter' in filter ? conditionsOf(filter.filter) : [filter];
}

function addressTypesOf(field: Field): readonly HandleType[] {
  return 'addressTypes' in field ? (field.addressTypes ?? []) : [];
}

function valuesOf(condition: Condition): readonly Value[] {
  switch (condition.type) {
    case 'in':
      return condition.values;
    case 'eq':
    case 'ne':
      return [condition.value];
    default:
      return [];
  }
}

function textsOf(condition: Condition): string[] {
  return valuesOf(condition).filter((value) => typeof value === 'string');
}

function widen(filter: Filter, numbers: PhoneNumbers): Filter {
  if ('filters' in filter) {
    return { ...filter, filters: filter.filters.map((part) => widen(part, numbers)) };
  }
  if ('filter' in filter) return { ...filter, filter: widen(filter.filter, numbers) };
  const { field } = filter;
  const read = textsOf(filter).flatMap((text) =>
    addressTypesOf(field).flatMap((type) => readers[type](text, numbers) ?? []),
  );
  if (read.length === 0) return filter;
  const any: Filter = { type: 'in', field, values: [...new Set([...valuesOf(filter), ...read])] };
  return filter.type === 'ne' ? { type: 'not', filter: any } : any;
}

const readers: Readonly<Record<HandleType, (text: string, numbers: PhoneNumbers) => string | undefined>> = {
  phone_number: (text, numbers) => numbers.get(text),
  email: readEmail,
  instagram: readInstagramId,
};
