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
  for (const [, word] of query.matchAll(fieldOfFilter)) add(word);
  for (const [, word] of sortBy.matchAll(fieldOfSort)) add(word?.split(':', 1)[0]);
  return used;

  function add(word: string | undefined): void {
    if (word === undefined) return;
    const name = known.has(word) ? word : `${word.split('.', 1)[0]}.*`;
    if (known.has(name)) used.add(name);
  }
}

/** Skips strings in quotes. A field is the word after a parenthesis that does not open another function. */
const fieldOfFilter = /"(?:[^"\\]|\\.)*"|\(\s*([\p{L}\p{N}\-_.:+]+)(?=\s*[,)])/gsu;

/** A word before a parenthesis is a direction, as in `desc(name)`. */
const fieldOfSort = /([\p{L}\p{N}\-_.:+]+)(?![\p{L}\p{N}\-_.:+]|\s*\()/gu;
