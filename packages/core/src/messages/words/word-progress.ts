import { type Database, statement } from '@parley/database';
import { languageOf } from './words-sql.js';

/** How far the words of a tenant are stored. */
export interface Progress {
  readonly language: string;
  /** Up to this id, the words of all messages are stored; null at the beginning. */
  readonly storedUntil: string | null;
  /** Every transaction that can have written a lower id has ended; null if that is not known yet. */
  readonly settledUntil: string | null;
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
  readonly progress: Progress;
  readonly storedUntil: string | null;
  /** Transactions that begin now write no messages with lower ids. */
  readonly settledId: string;
}

export async function recordProgress(
  { sql }: Pick<Database, 'sql'>,
  { tenantId, progress, storedUntil, settledId }: ProgressChange,
): Promise<void> {
  await sql(record, [tenantId, progress.language, storedUntil, settledId]);
}

const begin = statement(
  'begin-storing-words',
  `insert into message_word_progress as progress (tenant_id, language)
   select tenant.id, ${languageOf('tenant')} from tenants tenant where tenant.id = $1::uuid
   on conflict (tenant_id) do update
   set language = excluded.language, stored_until = null, settling_until = null, settling_number = null
   where progress.language <> excluded.language`,
);

const find = statement<Progress>(
  'find-progress-of-words',
  `select language, stored_until as "storedUntil",
     case when pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= settling_number then settling_until end as "settledUntil"
   from message_word_progress where tenant_id = $1::uuid`,
);

const nextNumber = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';

const isReached = `(settling_until is null or settling_until <= $3::uuid or settling_number > ${nextNumber})`;

/**
 * Notes the next id as soon as the noted one is reached. A number from the future belongs to another server, from which the
 * database was restored.
 */
const record = statement(
  'record-progress-of-words',
  `update message_word_progress
   set stored_until = $3::uuid,
     settling_until = case when ${isReached} then $4::uuid else settling_until end,
     settling_number = case when ${isReached} then ${nextNumber} else settling_number end
   where tenant_id = $1::uuid and language = $2::text`,
);
