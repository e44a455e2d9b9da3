import { isObject, listOf, stringsOf } from './read-json.js';
import type { JsonObject } from './redocly-plugin.js';

/** The scopes of an operation. There are none when any alternative can be met without one: a caller may choose the weakest. */
export function readScopes(operation: JsonObject): string[] {
  const alternatives = listOf(operation.security).map((requirement) =>
    isObject(requirement) ? Object.values(requirement).flatMap(stringsOf) : [],
  );
  return alternatives.some((scopes) => scopes.length === 0) ? [] : alternatives.flat();
}
