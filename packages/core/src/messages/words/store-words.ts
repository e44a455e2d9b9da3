import { type Database, firstIdAt, statement } from '@parley/database';
import { takeTurn } from '../../sql/take-turn.js';
import { beginStoring, type Progress, recordProgress } from './word-progress.js';
import { hasWords, languageOf, lowestId, storedUntil, wordsOf } from './words-sql.js';

interface StoringOptions {
  readonly database: Pick<Database, 'sql'>;
  /** Ends the work after the current batch. */
  readonly signal?: AbortSignal;
  /** Takes a turn only when it is overdue by this time. Default is 0. */
  readonly overdueMs?: number;
}

/** The batch is small, so that no statement holds its locks for a long time. */
const batchSize = 500;

/** A turn must end before another process may take the next one. */
const longestTurnMs = 20_000;

/** Between two turns. New messages are listed for at most a fiftieth of the time of the database. */
const leastPauseMs = 2_000;
const pausePerDuration = 50;

/**
 * Stores the words of new messages if it is due and no other process is doing it. Searches compute the words of messages
 * that this has not reached, so that they find them too. Returns whether it had a turn.
 */
export function storeWordsInTurn({ database, signal, overdueMs = 0 }: StoringOptions): Promise<boolean> {
  return takeTurn(database, { name: 'message_words', overdueMs }, async (startedAt) => {
    const startedAtMs = performance.now();
    const settledId = firstIdAt(new Date(startedAt.getTime() - settlingMs));
    const tenants = await database.sql(listTenants, [settledId]);
    const pauseMs = Math.max(leastPauseMs, pausePerDuration * (performance.now() - startedAtMs));
    const isOver = () => signal?.aborted === true || performance.now() > startedAtMs + longestTurnMs;
    await storeWords(database, { tenants, settledId, isOver });
    return { pauseMs: isOver() ? 0 : pauseMs };
  });
}

/**
 * The id of a message is made shortly before its transaction begins to write, by the clock of its process. Later, no
 * transaction begins to write messages with such an id.
 */
const settlingMs = 5 * 60 * 1_000;

interface WordsToStore {
  readonly tenants: readonly { readonly id: string }[];
  /** Transactions that begin now write no messages with lower ids. */
  readonly settledId: string;
  readonly isOver: () => boolean;
}

/** Stores one batch of each tenant in turn, so that a tenant with many messages delays no other. */
async function storeWords(
  database: Pick<Database, 'sql'>,
  { tenants, settledId, isOver }: WordsToStore,
): Promise<void> {
  const waiting: Storing[] = tenants.map(({ id }) => ({ tenantId: id }));
  const failures: unknown[] = [];
  for (let next = waiting.shift(); next && !isOver(); next = waiting.shift()) {
    const rest = await storeNext(database, next, settledId).catch((error) => void failures.push(error));
    if (rest) waiting.push(rest);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The words of some workspaces were not stored');
}

/** A tenant whose words are being stored, and the last message that was reached in this turn. */
interface Storing {
  readonly tenantId: string;
  readonly reached?: { readonly progress: Progress; readonly id: string };
}

/** Stores a batch. Returns undefined when it was the last one. */
async function storeNext(
  database: Pick<Database, 'sql'>,
  { tenantId, reached }: Storing,
  settledId: string,
): Promise<Storing | undefined> {
  const progress = reached?.progress ?? (await beginStoring(database, tenantId));
  if (progress === undefined) return undefined;
  const from = reached?.id ?? progress.storedUntil ?? lowestId;
  const [batch] = await database.sql(storeBatch, [tenantId, from, progress.language]);
  const { count, lastId } = batch ?? { count: 0, lastId: null };
  const id = count < batchSize ? null : lastId;
  await recordProgress(database, { tenantId, progress, storedUntil: completeUntil(progress, id), settledId });
  return id === null ? undefined : { tenantId, reached: { progress, id } };
}

/**
 * Words are complete only up to the id below which all transactions had ended when the first batch of this turn was read.
 * `lastId` is null when no message is left.
 */
function completeUntil({ settledUntil, storedUntil }: Progress, lastId: string | null): string | null {
  if (settledUntil === null) return storedUntil;
  return lastId !== null && lastId < settledUntil ? lastId : settledUntil;
}

/**
 * The tenants with messages whose words are not stored, and those whose progress can be moved past their messages. A tenant
 * without new messages costs one lookup. With `offset 0`, PostgreSQL looks up the words of each message, and never
 * collects those of all messages first.
 */
const listTenants = statement<{ id: string }>(
  'list-tenants-with-new-messages',
  `with spoken as materialized (
     select tenant.id, ${languageOf('tenant')} as language from tenants tenant where tenant.deletion_started_at is null
   )
   select spoken.id from spoken
   left join message_word_progress progress on progress.tenant_id = spoken.id
   where exists (
     select from messages message
     where message.tenant_id = spoken.id
       and message.id > coalesce(${storedUntil('progress', 'spoken.language')}, '${lowestId}'::uuid)
       and (message.id < $1::uuid or ${hasWords('message')} and not exists (
         select from message_words stored where stored.tenant_id = spoken.id and stored.message_id = message.id
           and stored.language = spoken.language offset 0))
   )`,
);

/**
 * Stores the next words, if the language is still that of the progress, which is locked. A message that is being deleted is
 * awaited, because its words must not stay.
 */
const storeBatch = statement<{ count: number; lastId: string | null }>(
  'store-message-words',
  `with progress as materialized (
     select from message_word_progress where tenant_id = $1::uuid and language = $3::text for update
   ), batch as materialized (
     select message.id, message.subject, message.text from messages message
     where message.tenant_id = $1::uuid and message.id > $2::uuid and ${hasWords('message')}
       and exists (select from progress)
       and not exists (
         select from message_words stored where stored.tenant_id = $1::uuid and stored.message_id = message.id
           and stored.language = $3::text offset 0)
     order by message.id limit ${batchSize} for key share of message
   ), stored as (
     insert into message_words (tenant_id, message_id, language, words)
     select $1::uuid, batch.id, $3::text, ${wordsOf('batch', '$3::text')} from batch
     on conflict (tenant_id, message_id) do update set language = excluded.language, words = excluded.words
   )
   select count(*)::int as count, (array_agg(id order by id desc))[1] as "lastId" from batch`,
);
