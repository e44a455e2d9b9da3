import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { type EarlyStatus, moveMessage } from './move-message.js';
import type { ReportedStatus } from './move-sql.js';
import type { StatusReport } from './status-report.js';

/**
 * How long an early status is kept, which is longer than any send takes. An older status belongs to a message that
 * somebody else sent from the same account.
 */
const keptForMs = 60 * 60 * 1_000;

/**
 * Stores a status until the provider's id is known. Returns the message if its provider's id has become known in the
 * meantime. A lock prevents an id and a status for it from being written at the same time, so that no status is lost.
 */
export async function keepEarlyStatus(
  { sql, send }: Transaction,
  { tenantId, now }: Context,
  { channelId, externalId, status, errors }: StatusReport,
): Promise<string | undefined> {
  send(lock, [tenantId, channelId, externalId]);
  const [message] = await sql(find, [tenantId, channelId, externalId]);
  if (message !== undefined) return message.id;
  const oldest = new Date(now().getTime() - keptForMs);
  send(keep, [tenantId, now(), channelId, externalId, status, JSON.stringify(errors), oldest]);
  return undefined;
}

interface KnownMessage {
  readonly messageId: string;
  readonly channelId: string;
  readonly vendorId: string;
}

/** Call this before the transaction writes the provider's id to the message. */
export function lockVendorId(
  { send }: Transaction,
  { tenantId }: Context,
  { channelId, vendorId }: Pick<KnownMessage, 'channelId' | 'vendorId'>,
): void {
  send(lock, [tenantId, channelId, vendorId]);
}

/** Finds and applies the statuses that arrived before the provider's id was known. */
export async function claimEarlyStatuses(
  transaction: Transaction,
  context: Context,
  { messageId, channelId, vendorId }: KnownMessage,
): Promise<void> {
  const statuses = await transaction.sql(claim, [context.tenantId, channelId, vendorId]);
  await applyEarlyStatuses(transaction, context, { messageId, statuses });
}

/** Applies statuses in the order of the states. */
export async function applyEarlyStatuses(
  transaction: Transaction,
  context: Context,
  { messageId, statuses }: { messageId: string; statuses: readonly EarlyStatus[] },
): Promise<void> {
  const inOrder = statuses.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  for (const { status, errors } of inOrder) {
    await moveMessage(transaction, context, { messageId, status, errors });
  }
}

const order: readonly ReportedStatus[] = ['sent', 'delivered', 'read', 'failed'];

const lock = statement(
  'lock-vendor-id',
  `select pg_advisory_xact_lock(hashtextextended($1::text || ':' || $2::text || ':' || $3::text, 1))`,
);

const find = statement<{ id: string }>(
  'find-message-by-vendor-id',
  `select id from messages where tenant_id = $1::uuid and channel_id = $2::uuid and vendor_id = $3::text`,
);

const keep = statement(
  'keep-early-status',
  `with outdated as (delete from early_statuses where created_at < $7::timestamptz)
   insert into early_statuses (tenant_id, channel_id, vendor_id, status, errors, created_at)
   values ($1::uuid, $3::uuid, $4::text, $5::message_status, $6::jsonb, $2::timestamptz)
   on conflict (tenant_id, channel_id, vendor_id, status) do nothing`,
);

const claim = statement<EarlyStatus>(
  'claim-early-statuses',
  `delete from early_statuses where tenant_id = $1::uuid and channel_id = $2::uuid and vendor_id = $3::text
   returning status, errors`,
);
