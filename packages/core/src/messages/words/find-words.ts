import { statement } from '@parley/database';
import { likePattern } from '../../search/comparison.js';
import { rowsAfter } from '../../search/page-sql.js';
import type { PageParts } from '../../search/rows-walked-first.js';
import type { TextSearch } from '../../search/search-by-cursor.js';
import { lettersOfMatches, queryOfWords } from './words-query.js';
import { hasWords, languageOf, lowestId, simpleLanguage, storedUntil, wordsOf } from './words-sql.js';

/**
 * Compiles the page of messages that have the searched words. A worker stores the words of messages after a moment; the
 * words of messages that it has not reached are computed. A message is therefore found as soon as it is stored.
 *
 * PostgreSQL does not know how rare a word is, unless it is frequent. For a word that no message had, it compared all of
 * 100,000 messages in the order of the page. So only the first messages are compared. If they do not contain the page,
 * the index of words finds all messages with the words, and these are sorted.
 *
 * If the language changes after it was looked up, the worker replaces words that the page relies on. The page then says
 * that it is not current.
 */
export async function findWords(text: string, search: TextSearch): Promise<PageParts> {
  const { tenantId, lookUp, scope, rows, later } = search;
  const { row, tenant, parameters } = scope;
  const { walkedRows } = scope.sizes;
  const [state] = await lookUp(describeWords, [tenantId]);
  const { language, until } = state ?? { language: simpleLanguage, until: null };
  const languageText = parameters.add(language, 'text');
  const query = queryOfWords({ text, language }, parameters);
  const ofTenant = `stored.tenant_id = ${tenant} and stored.language = ${languageText}`;
  const own = `from message_words stored where ${ofTenant} and stored.message_id = ${row}.id`;
  const computed = `(${wordsOf(row, languageText)})`;
  const wanted = `${rows.where} and (${later.join(' or ')})`;
  const newest = parameters.add(until ?? lowestId, 'uuid');
  const parts = lettersOfMatches({ text, language }).map((letters) =>
    hasPart(row, parameters.add(likePattern('contains', letters), 'text')),
  );
  const canMatch = [hasWords(row), ...parts].join(' and ');
  // With `offset 0`, words are computed only after the messages with stored words were left out.
  const unstored = `select ${row}.* from ${row} where ${wanted} and ${row}.id > ${newest}
    and ${canMatch} and not exists (select ${own} and stored.message_id > ${newest}) offset 0`;
  const inOrder = `order by ${rows.orderBy} limit ${rows.limit}`;
  const isEnough = `((select count(*) from first_found) = ${rows.limit} or (select count(*) from walked) < ${walkedRows})`;
  return {
    queries: [
      `walked as materialized (${rowsAfter({ ...rows, limit: String(walkedRows) }, later)})`,
      `first_found as materialized (select * from walked as ${row}
        where ${hasWords(row)} and coalesce((select stored.words ${own}), ${computed}) @@ ${query} ${inOrder})`,
      `found as materialized (select stored.message_id from message_words stored
        where ${ofTenant} and stored.words @@ ${query} and not ${isEnough})`,
    ],
    rows: `select * from first_found where ${isEnough} union all (select * from (
        select ${row}.* from found join ${row} on ${row}.tenant_id = ${tenant} and ${row}.id = found.message_id
        where ${wanted}
        union all select * from (${unstored}) as ${row} where ${computed} @@ ${query} and not ${isEnough}
      ) as ${row} ${inOrder})`,
    isCurrent:
      until === null
        ? 'true'
        : `exists (select from message_word_progress progress where progress.tenant_id = ${tenant}
            and progress.language = ${languageText} and progress.stored_until >= ${newest})`,
  };
}

/** Comparing a part takes a tenth of the time of computing the words. */
function hasPart(row: string, pattern: string): string {
  return `(${row}.text ilike ${pattern} or ${row}.subject ilike ${pattern})`;
}

/** The language of the workspace, and the id up to which all words are stored in this language. */
const describeWords = statement<{ language: string; until: string | null }>(
  'describe-message-words',
  `with spoken as (
     select tenant.id, ${languageOf('tenant')} as language from tenants tenant where tenant.id = $1::uuid
   )
   select spoken.language, ${storedUntil('progress', 'spoken.language')} as until
   from spoken left join message_word_progress progress on progress.tenant_id = spoken.id`,
);
