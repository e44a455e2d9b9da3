import { parse } from 'yaml';
import { isObject } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';

/**
 * Replaces the descriptions and summaries of a source, which people read, by a placeholder. Two sources with the same
 * result differ only in these texts, in comments and in the form of the YAML. A source that is not valid stays as it is.
 */
export function maskTexts(source: string): string {
  try {
    return JSON.stringify(replaceTexts(parse(source), 'A text.'));
  } catch {
    return source;
  }
}

/** Removes each description and summary. */
export function omitTexts(value: unknown): unknown {
  return replaceTexts(value, undefined);
}

/** Replaces each description and summary by the same text; without one, it removes them. */
export function replaceTexts(value: unknown, text: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, text));
  if (!isObject(value)) return value;
  const isOfLink = isLink(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      if (isOpaque(key) || (isOfLink && sent.has(key))) return [[key, child]];
      if (isText(key, child)) return text === undefined ? [] : [[key, text]];
      return [[key, replaceTexts(child, text)]];
    }),
  );
}

/** What a caller sends or receives, and our extensions: a `description` in there is not a text about the contract. */
export function isOpaque(key: string): boolean {
  return opaque.has(key) || key.startsWith('x-');
}

const opaque = new Set(['const', 'default', 'enum', 'example', 'examples', 'mapping', 'value']);

/** A link names an operation, but has no responses. Its parameters are values, and one can be called `description`. */
function isLink({ operationId, operationRef, responses }: JsonObject): boolean {
  return [operationId, operationRef].some((name) => typeof name === 'string') && responses === undefined;
}

const sent = new Set(['parameters', 'requestBody']);

/** A rule can require a text, so an empty text is not replaced. */
function isText(key: string, value: unknown): boolean {
  return (key === 'description' || key === 'summary') && typeof value === 'string' && value.trim() !== '';
}
