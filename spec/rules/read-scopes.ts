import { isObject, listOf, stringsOf } from './read-json.js';
import type { JsonObject } from './redocly-plugin.js';

/**
 * Returns the scopes of an operation. If one alternative needs no scope, there are none, because a caller may choose
 * it.
 */
export function readScopes(operation: JsonObject): string[] {
  const alternatives = listOf(operation.security).map((requirement) =>
    isObject(requirement) ? Object.values(requirement).flatMap(stringsOf) : [],
  );
  return alternatives.some((scopes) => scopes.length === 0) ? [] : alternatives.flat();
}
