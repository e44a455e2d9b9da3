import type { Expressions } from './parse-request.js';

/**
 * Returns the fields by which a request filters or sorts, as the contract names them: `attributes.city` is
 * `attributes.*`. The expressions are scanned and not parsed, which is several times faster, so words of an invalid
 * expression may count.
 */
export function listUsedFields(
  { query = '', sortBy = '' }: Expressions,
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const used = new Set<string>();
  for (const [, word] of query.slice(0, mostUnits).matchAll(fieldOfFilter)) add(word);
  for (const [, word] of sortBy.slice(0, mostUnits).matchAll(fieldOfSort)) add(word?.split(':', 1)[0]);
  return used;

  function add(word: string | undefined): void {
    if (word === undefined) return;
    const name = known.has(word) ? word : `${word.split('.', 1)[0]}.*`;
    if (known.has(name)) used.add(name);
  }
}

/** A valid expression has at most 2,000 code points, and a code point has at most two UTF-16 units. */
const mostUnits = 4_000;

/**
 * Skips strings in quotes; a string without an end extends to the end of the text, since searching for the end again
 * from each quote would be quadratic. A field is the word after a parenthesis that does not open another function.
 */
const fieldOfFilter = /"(?:[^"\\]|\\.)*(?:"|\\?$)|\(\s*([\p{L}\p{N}\-_.:+]+)(?=\s*[,)])/gsu;

/** A word before a parenthesis is a direction, as in `desc(name)`. Matches begin only at the beginning of a word. */
const fieldOfSort = /(?<![\p{L}\p{N}\-_.:+])([\p{L}\p{N}\-_.:+]+)(?![\p{L}\p{N}\-_.:+]|\s*\()/gu;
