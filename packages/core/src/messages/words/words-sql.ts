/** The configuration of PostgreSQL's text search that leaves each word as it is written, in lower case. */
export const simpleLanguage = 'simple';

/** PostgreSQL refuses a vector of more than 1 MB; the words of a longer text could need more. */
const indexedCharacters = 50_000;

/**
 * A vector whose only word, which no text has, is far from its beginning. Between the words as they are written and their
 * stems, it prevents a phrase from matching the end of the first and the beginning of the second. The text of a search is
 * shorter than this, so no phrase reaches as far.
 */
const gapWord = 'far apart';
const gap = `'''${gapWord}'':256'::tsvector`;

/**
 * The words of a message: as they are written and, if the workspace has a language, as stems. `language` is an SQL text
 * that names a configuration which exists.
 */
export function wordsOf(row: string, language: string): string {
  const text = `left(coalesce(${row}.subject || ' ', '') || coalesce(${row}.text, ''), ${indexedCharacters})`;
  const simple = `to_tsvector('${simpleLanguage}', ${text})`;
  return `case when ${language} = '${simpleLanguage}' then ${simple}
    else ts_delete(${simple} || ${gap} || to_tsvector(${configurationOf(language)}, ${text}), '${gapWord}') end`;
}

/** The configuration with this name, as SQL. An installation can have one whose name must be quoted. */
export function configurationOf(language: string): string {
  return `quote_ident(${language})::regconfig`;
}

/** The condition that a message has a text whose words are stored. */
export function hasWords(row: string): string {
  return `(${row}.text <> '' or ${row}.subject <> '')`;
}

/**
 * The language with which the words of a tenant are stored, as an SQL text. A workspace can come from a server with other
 * configurations; an unknown one counts as none.
 */
export function languageOf(tenant: string): string {
  return `coalesce((select configuration.cfgname::text from pg_ts_config configuration
    where configuration.cfgname = ${tenant}.search_language and pg_ts_config_is_visible(configuration.oid)), '${simpleLanguage}')`;
}

/** Up to this id, the words of all messages are stored; as an SQL expression over a row of `message_word_progress`. */
export function storedUntil(progress: string, language: string): string {
  return `case when ${progress}.language = ${language} then ${progress}.stored_until end`;
}

export const lowestId = '00000000-0000-0000-0000-000000000000';
