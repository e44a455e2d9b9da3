import type { InvalidParam } from '@parley/contract/v3';
import { code, renderTable } from '../markdown.js';

/** Typed by the contract: a key that is added there does not compile here until it is explained. */
const meanings: Readonly<Record<InvalidParam['key'], string>> = {
  invalid_type: 'Missing, or of the wrong type.',
  invalid_string: 'Of the right type, but not of the right form: a pattern, a URL, a filter expression.',
  invalid_enum_value: 'None of the allowed values.',
  invalid_date: 'Not a date and time that exists.',
  too_small: 'Too short, too few or too low.',
  too_big: 'Too long, too many or too high.',
  unrecognized_keys: 'A key that v3 does not know, often a typing mistake.',
  not_found: 'An id in the body that names nothing of yours.',
  not_unique: 'A value that must be unique and is taken.',
  invalid_json: 'The body is not JSON at all.',
};

export function renderInvalidParams(): string {
  const rows = Object.entries(meanings).map(([key, meaning]) => [code(key), meaning]);
  return renderTable(['`key`', 'Meaning'], rows);
}
