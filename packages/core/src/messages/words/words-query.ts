import type { Parameters } from '../../search/parameters.js';
import { configurationOf, simpleLanguage } from './words-sql.js';

interface SearchedWords {
  readonly text: string;
  /** The language of the workspace. */
  readonly language: string;
}

/**
 * Compiles the query of a searched text. A message matches as it is written, or by the stems of its words. It is excluded
 * only by words as they are written: a language leaves out its stop words, and so could not exclude one.
 */
export function queryOfWords({ text, language }: SearchedWords, parameters: Parameters): string {
  if (language === simpleLanguage) return written(text, parameters);
  const configuration = configurationOf(parameters.add(language, 'text'));
  const alternatives = alternativesOf(text).map(({ wanted, excluded }) => {
    const placeholder = parameters.add(wanted, 'text');
    const query = `(websearch_to_tsquery('${simpleLanguage}', ${placeholder})
      || websearch_to_tsquery(${configuration}, ${placeholder}))`;
    return excluded === '' ? query : `(${query} && ${written(excluded, parameters)})`;
  });
  return `(${alternatives.join(' || ')})`;
}

/**
 * Returns for each searched word letters that every message with the words has side by side, in either case. The words must
 * be of ASCII letters, because others may be split, and the language must leave them as they are written; otherwise the
 * list is empty. Without i and k, which other letters become in lower case (U+0130 and U+212A), every collation agrees.
 */
export function lettersOfMatches({ text, language }: SearchedWords): string[] {
  const words = text.trim().split(/\s+/);
  const areWanted = words.every((word) => /^[a-z]+$/i.test(word) && !/^or$/i.test(word));
  if (language !== simpleLanguage || !areWanted) return [];
  return words.flatMap((word) => longest(word.match(/[a-hjl-z]+/gi) ?? []) ?? []);
}

function longest(parts: readonly string[]): string | undefined {
  return parts.toSorted((one, other) => other.length - one.length)[0];
}

function written(text: string, parameters: Parameters): string {
  return `websearch_to_tsquery('${simpleLanguage}', ${parameters.add(text, 'text')})`;
}

interface Alternative {
  readonly wanted: string;
  /** Words and phrases, each with its minus sign. */
  readonly excluded: string;
}

/**
 * Splits a text as `websearch_to_tsquery` does: `or` separates alternatives, unless it is the first or last word. A text
 * without an exclusion is one alternative, because PostgreSQL then combines the words itself.
 */
function alternativesOf(text: string): Alternative[] {
  const terms = text.match(/(?:-\s*)*(?:"[^"]*"?|[^\s"]+)/g) ?? [];
  if (!terms.some(isExcluded)) return [{ wanted: text, excluded: '' }];
  const alternatives: string[][] = [[]];
  for (const [index, term] of terms.entries()) {
    const last = alternatives.at(-1);
    const isSeparator = /^or$/i.test(term) && last?.length !== 0 && index < terms.length - 1;
    if (isSeparator) alternatives.push([]);
    else last?.push(term);
  }
  return alternatives.map((alternative) => ({
    wanted: alternative.filter((term) => !isExcluded(term)).join(' '),
    excluded: alternative.filter(isExcluded).join(' '),
  }));
}

function isExcluded(term: string): boolean {
  return term.startsWith('-');
}
