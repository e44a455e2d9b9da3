import type { InvalidParam } from '@parley/contract/v3';
import { code, renderTable } from '../markdown.js';

/** Typed by the contract, so that a new key does not compile until it is described here. */
const meanings: Readonly<Record<InvalidParam['key'], string>> = {
  invalid_type: 'The value is missing or has the wrong type.',
  invalid_string:
    'The value has the right type but not the right form, such as a pattern, a URL or a filter expression.',
  invalid_enum_value: 'The value is not one of the allowed values.',
  invalid_date: 'The value is not a date and time that exists.',
  too_small: 'The value is too short, too few or too low.',
  too_big: 'The value is too long, too many or too high.',
  unrecognized_keys: 'v3 does not know the key. It is often a typing mistake.',
  not_found: 'The id in the body does not exist in your workspace.',
  not_unique: 'The value must be unique and is already used.',
  invalid_json: 'The body is not valid JSON.',
};

export function renderInvalidParams(): string {
  const rows = Object.entries(meanings).map(([key, meaning]) => [code(key), meaning]);
  return renderTable(['`key`', 'Meaning'], rows);
}
