import { type Database, firstIdAt, statement } from '@parley/database';
import { languageOf, lowestId } from './words-sql.js';

/** How far the words of a tenant are stored. */
export interface Progress {
  readonly language: string;
  /** Up to this id, the words of all messages are stored; null at the beginning. */
  readonly storedUntil: string | null;
  /** Every transaction that can have written a lower id has ended; null if that is not known yet. */
  readonly settledUntil: string | null;
  /** Up to this id, the words of all messages that were visible are stored; null at the beginning. */
  readonly reachedUntil: string | null;
}

/** Ids at moments before the turn. */
export interface TurnIds {
  /** Transactions that begin now write no messages with lower ids. */
  readonly settled: string;
  /** A new id settles only when the last one is lower than this. */
  readonly renewed: string;
  /** Nearly all messages with lower ids are visible. */
  readonly visible: string;
}

/**
 * The id of a message is made shortly before its transaction begins to write, by the clock of its process. Later, no
 * transaction begins to write messages with such an id.
 */
const settlingMs = 5 * 60 * 1_000;

/** All messages after `storedUntil` are listed when an id has settled, so this is done at most this often. */
const renewalMs = 30_000;

/** The longest time that nearly all transactions take. Messages of longer ones are found when an id has settled. */
const transactionMs = 5_000;

export function idsOfTurn(startedAt: Date): TurnIds {
  const idBefore = (ms: number) => firstIdAt(new Date(startedAt.getTime() - ms));
  return {
    settled: idBefore(settlingMs),
    renewed: idBefore(settlingMs + renewalMs),
    visible: idBefore(transactionMs),
  };
}

/**
 * Returns the progress of a tenant. After a change of the language it begins again. Undefined if the tenant was deleted.
 *
 * A transaction that is still running can commit a message with a lower id than messages that are already visible. So an
 * id is noted together with the number of the next transaction. When all transactions with lower numbers have ended, a
 * later statement sees all messages up to this id. This is the order of the event feed, without a column in messages.
 */
export async function beginStoring(
  { sql }: Pick<Database, 'sql'>,
  tenantId: string,
): Promise<Progress | undefined> {
  await sql(begin, [tenantId]);
  const [progress] = await sql(find, [tenantId]);
  return progress;
}

interface ProgressChange {
  readonly tenantId: string;
  readonly language: string;
  readonly storedUntil: string | null;
  readonly reachedUntil: string;
  readonly ids: TurnIds;
}

export async function recordProgress(
  { sql }: Pick<Database, 'sql'>,
  { tenantId, language, storedUntil, reachedUntil, ids }: ProgressChange,
): Promise<void> {
  await sql(record, [tenantId, language, storedUntil, reachedUntil, ids.settled, ids.renewed]);
}

const begin = statement(
  'begin-storing-words',
  `insert into message_word_progress as progress (tenant_id, language)
   select tenant.id, ${languageOf('tenant')} from tenants tenant where tenant.id = $1::uuid
   on conflict (tenant_id) do update
   set language = excluded.language, stored_until = null, settling_until = null, settling_number = null,
     reached_until = null
   where progress.language <> excluded.language`,
);

const lowestNumber = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

const find = statement<Progress>(
  'find-progress-of-words',
  `select language, stored_until as "storedUntil", reached_until as "reachedUntil",
     case when ${lowestNumber} >= settling_number then settling_until end as "settledUntil"
   from message_word_progress where tenant_id = $1::uuid`,
);

const nextNumber = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';

/**
 * Whether the next id is noted: the noted one is reached and old enough. A number from the future belongs to another
 * server, from which the database was restored. `until` is `stored_until` and `renewed` is the id of the turn, as SQL.
 */
function isRenewed(progress: string, until: string, renewed: string): string {
  return `(${progress}.settling_until is null or ${progress}.settling_number > ${nextNumber}
    or (${progress}.settling_until <= ${until} and ${progress}.settling_until < ${renewed}))`;
}

/** The condition that a turn changes what is known about earlier messages: an id has settled, or the next one is noted. */
export function isMovableSql(progress: string, renewed: string): string {
  const isSettled = `(${lowestNumber} >= ${progress}.settling_number
    and ${progress}.settling_until > coalesce(${progress}.stored_until, '${lowestId}'::uuid))`;
  return `(${isSettled} or ${isRenewed(progress, `${progress}.stored_until`, renewed)})`;
}

const isNoted = isRenewed('progress', '$3::uuid', '$6::uuid');

const record = statement(
  'record-progress-of-words',
  `update message_word_progress progress
   set stored_until = $3::uuid, reached_until = greatest(progress.reached_until, $4::uuid),
     settling_until = case when ${isNoted} then $5::uuid else progress.settling_until end,
     settling_number = case when ${isNoted} then ${nextNumber} else progress.settling_number end
   where progress.tenant_id = $1::uuid and progress.language = $2::text`,
);
