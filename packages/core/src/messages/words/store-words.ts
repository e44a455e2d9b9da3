import { type Database, statement } from '@parley/database';
import type { Sizes } from '../../sizes.js';
import { takeTurn } from '../../sql/take-turn.js';
import { type StoredBatch, storeBatch } from './store-batch.js';
import {
  beginStoring,
  idsOfTurn,
  isMovableSql,
  type Progress,
  recordProgress,
  type TurnIds,
} from './word-progress.js';
import { hasWords, languageOf, lowestId, storedUntil } from './words-sql.js';

interface StoringOptions {
  readonly database: Pick<Database, 'sql'>;
  /** Ends the work after the current batch. */
  readonly signal?: AbortSignal;
  /** Takes a turn only when it is overdue by this time. Default is 0. */
  readonly overdueMs?: number;
  readonly sizes: Sizes;
}

/** A turn must end before another process may take the next one. */
const longestTurnMs = 20_000;

/** Between two turns. Listing takes at most a fiftieth of the time of the database, and storing at most a fifth. */
const leastPauseMs = 2_000;
const pausePerListing = 50;
const pausePerStoring = 4;

/** After a failure, which is logged each time. */
const pauseAfterFailureMs = 10_000;

/**
 * Stores the words of new messages if it is due and no other process is doing it. Searches compute the words of messages
 * that this has not reached, so that they find them too. Returns whether it had a turn.
 */
export function storeWordsInTurn({
  database,
  signal,
  overdueMs = 0,
  sizes,
}: StoringOptions): Promise<boolean> {
  return takeTurn(database, { name: 'message_words', overdueMs }, async (startedAt) => {
    const startedAtMs = performance.now();
    const ids = idsOfTurn(startedAt);
    const tenants = await database.sql(listTenants, [ids.settled, ids.renewed]);
    const listedAtMs = performance.now();
    const isOver = () => signal?.aborted === true || performance.now() > startedAtMs + longestTurnMs;
    const error = await storeWords(database, { tenants, ids, isOver, sizes });
    const pausesMs = [
      pausePerListing * (listedAtMs - startedAtMs),
      pausePerStoring * (performance.now() - listedAtMs),
      error ? pauseAfterFailureMs : leastPauseMs,
    ];
    return { pauseMs: isOver() ? 0 : Math.max(...pausesMs), error };
  });
}

interface WordsToStore {
  readonly tenants: readonly { readonly id: string }[];
  readonly ids: TurnIds;
  readonly isOver: () => boolean;
  readonly sizes: Sizes;
}

/**
 * Stores one batch of each tenant in turn, so that a tenant with many messages delays no other. Returns what failed for some
 * tenants.
 */
async function storeWords(
  database: Pick<Database, 'sql'>,
  { tenants, ids, isOver, sizes }: WordsToStore,
): Promise<Error | undefined> {
  const waiting: Storing[] = tenants.map(({ id }) => ({ tenantId: id }));
  const failures: unknown[] = [];
  for (let next = waiting.shift(); next && !isOver(); next = waiting.shift()) {
    const rest = await storeNext(database, next, { ids, sizes }).catch((error) => void failures.push(error));
    if (rest) waiting.push(rest);
  }
  if (failures.length === 0) return undefined;
  return new AggregateError(failures, 'The words of some workspaces were not stored');
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
  { ids, sizes }: Pick<WordsToStore, 'ids' | 'sizes'>,
): Promise<Storing | undefined> {
  const progress = reached?.progress ?? (await beginStoring(database, tenantId));
  if (progress === undefined) return undefined;
  const { language } = progress;
  const from = reached?.id ?? beginningOf(progress);
  const [batch] = await database.sql(storeBatch(sizes), [tenantId, from, language]);
  const { count, lastId, hasSkipped }: StoredBatch = batch ?? { count: 0, lastId: null, hasSkipped: false };
  const id = count < sizes.wordBatch ? null : lastId;
  const storedUntil = hasSkipped ? progress.storedUntil : completeUntil(progress, id);
  const reachedUntil = id !== null && id < ids.visible ? id : ids.visible;
  await recordProgress(database, { tenantId, language, storedUntil, reachedUntil, ids });
  if (id === null) return undefined;
  // After a message that was skipped, the words are complete no further in this turn.
  const settledUntil = hasSkipped ? null : progress.settledUntil;
  return { tenantId, reached: { progress: { ...progress, storedUntil, settledUntil }, id } };
}

/** A turn begins at the messages that were reached, or at those that are known to be complete when a later id has settled. */
function beginningOf({ storedUntil, settledUntil, reachedUntil }: Progress): string {
  const complete = storedUntil ?? lowestId;
  const isSettled = settledUntil !== null && settledUntil > complete;
  return isSettled || reachedUntil === null || reachedUntil < complete ? complete : reachedUntil;
}

/**
 * Words are complete only up to the id below which all transactions had ended when the first batch of this turn was read.
 * `lastId` is null when no message is left.
 */
function completeUntil({ settledUntil, storedUntil }: Progress, lastId: string | null): string | null {
  if (settledUntil === null) return storedUntil;
  const until = lastId !== null && lastId < settledUntil ? lastId : settledUntil;
  return storedUntil !== null && storedUntil > until ? storedUntil : until;
}

/** Up to this id, nothing is new, unless an id has settled. */
const reachedUntil = `coalesce(
  case when progress.language = spoken.language then greatest(progress.reached_until, progress.stored_until) end,
  '${lowestId}'::uuid)`;

/**
 * The tenants with messages whose words are not stored, and those whose progress can be moved past their messages. A tenant
 * without new messages costs two lookups. With `offset 0`, PostgreSQL looks up the words of each message, and never
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
     where message.tenant_id = spoken.id and message.id > ${reachedUntil} and ${hasWords('message')} and not exists (
       select from message_words stored where stored.tenant_id = spoken.id and stored.message_id = message.id
         and stored.language = spoken.language offset 0)
   ) or (progress.language is distinct from spoken.language or ${isMovableSql('progress', '$2::uuid')}) and exists (
     select from messages message
     where message.tenant_id = spoken.id and message.id < $1::uuid
       and message.id > coalesce(${storedUntil('progress', 'spoken.language')}, '${lowestId}'::uuid)
   )`,
);
