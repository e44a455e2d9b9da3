import type { Filter } from './filter.js';
import { separateMissing } from './missing-values.js';
import { checkDefinedFields, type Expressions, type ParsedRequest } from './parse-request.js';
import { define, findDefinitions } from './resolve-defined.js';
import { type Looking, resolveLookups } from './resolve-lookups.js';
import { resolvePairs } from './resolve-pairs.js';
import type { Searchable } from './searchable.js';

/**
 * Replaces the conditions of a filter that are looked up before the search. Throws when the request does not fit the
 * fields that the tenant defines.
 */
export async function resolveFilter(
  looking: Looking,
  resource: Pick<Searchable<unknown>, 'fields' | 'searchColumn'>,
  { request, filter, text }: Pick<ParsedRequest, 'filter' | 'text'> & { readonly request: Expressions },
): Promise<Filter | undefined> {
  const definitions = await findDefinitions(looking, filter);
  checkDefinedFields(request, resource.fields, definitions);
  const defined = filter && define(separateMissing(filter), definitions);
  const looked = defined && (await resolveLookups(looking, defined));
  return resolvePairs(looking, resource, { filter: looked, text });
}
