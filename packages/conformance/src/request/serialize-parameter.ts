import { isObject } from '@parley/validation';
import type { Parameter } from '../document/operation.js';

export type Pair = readonly [name: string, value: string];

/** Serializes a value of a path or a header in the style of its parameter. */
export function serializeInline(parameter: Parameter, value: unknown): string {
  const { name, style, explode, mediaType } = parameter;
  if (mediaType !== undefined) return writeScalar(parameter, JSON.stringify(value));
  const write = (part: unknown) => writeScalar(parameter, part);
  const pairs = isObject(value) ? Object.entries(value) : undefined;
  const exploded = pairs?.map(([key, inner]) => `${write(key)}=${write(inner)}`);
  const parts = exploded && explode ? exploded : (pairs?.flat() ?? [value].flat()).map(write);
  if (style === 'label') return `.${parts.join(explode ? '.' : ',')}`;
  if (style !== 'matrix') return parts.join(',');
  if (explode) return (exploded ?? parts.map((part) => `${name}=${part}`)).map((part) => `;${part}`).join('');
  return `;${name}=${parts.join(',')}`;
}

/** Serializes the pairs of a query or a cookie, names and values encoded. */
export function serializePairs(parameter: Parameter, value: unknown): Pair[] {
  const { name, style, explode, mediaType } = parameter;
  const key = encodeURIComponent(name);
  if (mediaType !== undefined) return [[key, encodeURIComponent(JSON.stringify(value))]];
  if (style === 'deepObject') return deepPairs(key, value);
  if (Array.isArray(value)) {
    const parts = value.map((item) => encodeURIComponent(asText(item)));
    if (parts.length === 0) return [];
    return explode ? parts.map((part) => [key, part]) : [[key, parts.join(encodeDelimiter(parameter))]];
  }
  if (!isObject(value)) return [[key, encodeURIComponent(asText(value))]];
  const pairs = Object.entries(value).map(
    ([inner, part]): Pair => [encodeURIComponent(inner), encodeURIComponent(asText(part))],
  );
  return explode ? pairs : [[key, pairs.flat().join(encodeDelimiter(parameter))]];
}

/** Returns the separator of a list that is written as one text. */
export function delimiterOf({ style }: Parameter): string {
  return delimiters[style] ?? ',';
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** A comma need not be encoded in a query (RFC 3986, 3.4). */
function encodeDelimiter(parameter: Parameter): string {
  const delimiter = delimiterOf(parameter);
  return delimiter === ',' ? delimiter : encodeURIComponent(delimiter);
}

/** Writes nested keys such as `filter[status][0]=open`, as deep as the value is. */
export function deepPairs(key: string, value: unknown): Pair[] {
  if (typeof value !== 'object' || value === null) return [[key, encodeURIComponent(asText(value))]];
  return Object.entries(value).flatMap(([inner, part]) =>
    deepPairs(`${key}[${encodeURIComponent(inner)}]`, part),
  );
}

function writeScalar({ in: place }: Parameter, value: unknown): string {
  const text = asText(value);
  return place === 'path' ? encodeURIComponent(text) : text;
}

export function asText(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
