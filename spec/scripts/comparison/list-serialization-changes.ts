import type { JsonObject } from '../../rules/redocly-plugin.js';

/** The keywords that change how a parameter or header is written. A default that is written out changes nothing. */
export function listSerializationChanges(before: JsonObject, after: JsonObject): string[] {
  const [was, is] = [readSerialization(before), readSerialization(after)];
  return Object.keys(was).filter((keyword) => was[keyword] !== is[keyword]);
}

/** The defaults are those of OpenAPI 3.1, section 4.8.12. A header of a response has no `in`. */
function readSerialization(value: JsonObject): JsonObject {
  const isForm = value.in === 'query' || value.in === 'cookie';
  const style = value.style ?? (isForm ? 'form' : 'simple');
  return {
    content: 'content' in value,
    style,
    explode: value.explode ?? style === 'form',
    allowReserved: value.allowReserved ?? false,
    allowEmptyValue: value.allowEmptyValue ?? false,
  };
}
