import type { InvalidParams } from '../domain-error.js';
import { ValidationErrors } from '../validation-errors.js';
import { checkSearch, type Reading } from './check-search.js';
import { parseRequest } from './parse-request.js';
import type { Searchable } from './searchable.js';

/**
 * Returns the validation errors of an expression that must have a condition. An expression of spaces has none, and
 * would find everything.
 */
export async function checkCondition(
  context: Reading,
  resource: Pick<Searchable<unknown>, 'table' | 'fields'>,
  query: string,
): Promise<InvalidParams> {
  const found = await checkSearch(context, resource, { query });
  if (Object.keys(found).length > 0) return found;
  const errors = new ValidationErrors();
  if (parseRequest({ query }, resource.fields).filter === undefined) {
    errors.add('query', 'too_small', 'Expected an expression with a condition');
  }
  return errors.invalidParams;
}
