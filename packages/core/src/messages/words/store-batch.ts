import { sizedStatement } from '../../sql/sized-statement.js';
import { hasWords, wordsOf } from './words-sql.js';

export interface StoredBatch {
  readonly count: number;
  readonly lastId: string | null;
  /** Whether a message of the batch was locked, so that its words were not stored. */
  readonly hasSkipped: boolean;
}

/**
 * Stores the next words, if the language is still that of the progress, which is locked. A message is locked, because its
 * words must not stay when it is deleted. One that is being deleted or whose provider's id is being recorded is skipped:
 * waiting for it while holding others could deadlock.
 */
export const storeBatch = sizedStatement<StoredBatch>(
  'store-message-words',
  ({ wordBatch }) => `with progress as materialized (
     select from message_word_progress where tenant_id = $1::uuid and language = $3::text for update
   ), batch as materialized (
     select message.id from messages message
     where message.tenant_id = $1::uuid and message.id > $2::uuid and ${hasWords('message')}
       and exists (select from progress)
       and not exists (
         select from message_words stored where stored.tenant_id = $1::uuid and stored.message_id = message.id
           and stored.language = $3::text offset 0)
     order by message.id limit ${wordBatch}
   ), locked as materialized (
     select message.id, message.subject, message.text from batch cross join lateral (
       select id, subject, text from messages where tenant_id = $1::uuid and id = batch.id
       offset 0 for key share skip locked
     ) message
   ), stored as (
     insert into message_words (tenant_id, message_id, language, words)
     select $1::uuid, locked.id, $3::text, ${wordsOf('locked', '$3::text')} from locked
     on conflict (tenant_id, message_id) do update set language = excluded.language, words = excluded.words
   )
   select count(*)::int as count, (array_agg(id order by id desc))[1] as "lastId",
     count(*) > (select count(*) from locked) as "hasSkipped"
   from batch`,
);
