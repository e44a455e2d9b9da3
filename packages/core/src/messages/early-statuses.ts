import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Sizes } from '../sizes.js';
import { sizedStatement } from '../sql/sized-statement.js';
import type { Transaction } from '../sql/transact.js';
import { type EarlyStatus, moveMessages } from './move-message.js';
import type { ReportedStatus } from './move-sql.js';
import type { StatusReport } from './status-report.js';

/** How many statuses this process keeps for a channel until it trims them. */
const keepsUntilTrim = new Map<string, number>();

/**
 * Stores a status until the provider's id is known. Returns the message if its provider's id has become known in the
 * meantime. A lock prevents an id and a status for it from being written at the same time, so that no status is lost.
 * Maintenance removes statuses that nobody has claimed for an hour, which is longer than any send takes.
 */
export async function keepEarlyStatus(
  transaction: Transaction,
  context: Context,
  { channelId, externalId, status, errors, onDropped }: StatusReport,
): Promise<string | undefined> {
  const { sql, send } = transaction;
  const { tenantId, now, sizes } = context;
  lockVendorIds(transaction, context, [{ channelId, vendorId: externalId }]);
  const [message] = await sql(find, [tenantId, channelId, externalId]);
  if (message !== undefined) return message.id;
  send(keep, [tenantId, now(), channelId, externalId, status, JSON.stringify(errors)]);
  if (!isTrimDue(channelId, sizes)) return undefined;
  const [trimmed] = await sql(trim(sizes), [tenantId, channelId]);
  if (trimmed !== undefined && trimmed.count > 0) onDropped?.(trimmed.count);
  return undefined;
}

function isTrimDue(channelId: string, { earlyStatusesBetweenTrims }: Sizes): boolean {
  const keeps = keepsUntilTrim.get(channelId) ?? 0;
  // Without its number, a channel is trimmed at once, so that the numbers of many channels may be forgotten.
  if (keepsUntilTrim.size > 10_000) keepsUntilTrim.clear();
  keepsUntilTrim.set(channelId, keeps > 0 ? keeps - 1 : earlyStatusesBetweenTrims - 1);
  return keeps === 0;
}

interface KnownMessage {
  readonly messageId: string;
  readonly channelId: string;
  readonly vendorId: string;
}

/** Call this before the transaction writes the providers' ids to the messages. */
export function lockVendorIds(
  { send }: Transaction,
  { tenantId }: Context,
  messages: readonly Pick<KnownMessage, 'channelId' | 'vendorId'>[],
): void {
  const channelIds = messages.map(({ channelId }) => channelId);
  const vendorIds = messages.map(({ vendorId }) => vendorId);
  send(lock, [tenantId, channelIds, vendorIds]);
}

/** Finds and applies the statuses that arrived before the provider's id was known. */
export async function claimEarlyStatuses(
  transaction: Transaction,
  context: Context,
  { messageId, channelId, vendorId }: KnownMessage,
): Promise<void> {
  const statuses = await transaction.sql(claim, [context.tenantId, channelId, vendorId]);
  await applyEarlyStatuses(transaction, context, new Map([[messageId, statuses]]));
}

/** Applies the statuses of each message in the order of the states. */
export async function applyEarlyStatuses(
  transaction: Transaction,
  context: Context,
  byMessage: ReadonlyMap<string, readonly EarlyStatus[]>,
): Promise<void> {
  for (const status of order) {
    const moves = [...byMessage].flatMap(([messageId, statuses]) =>
      statuses
        .filter((early) => early.status === status)
        .map(({ errors }) => ({ messageId, status, errors })),
    );
    if (moves.length > 0) await moveMessages(transaction, context, moves);
  }
}

const order: readonly ReportedStatus[] = ['sent', 'delivered', 'read', 'failed'];

/** In one order, so that two transactions with the same ids cannot wait for each other. */
const lock = statement(
  'lock-vendor-ids',
  `select pg_advisory_xact_lock(key) from (
     select hashtextextended($1::text || ':' || channel_id || ':' || vendor_id, 1) as key
     from unnest($2::text[], $3::text[]) as known(channel_id, vendor_id) order by 1 offset 0
   ) ordered`,
);

const find = statement<{ id: string }>(
  'find-message-by-vendor-id',
  `select id from messages where tenant_id = $1::uuid and channel_id = $2::uuid and vendor_id = $3::text`,
);

const keep = statement(
  'keep-early-status',
  `insert into early_statuses (tenant_id, channel_id, vendor_id, status, errors, created_at)
   values ($1::uuid, $3::uuid, $4::text, $5::message_status, $6::jsonb, $2::timestamptz)
   on conflict (tenant_id, channel_id, vendor_id, status) do nothing`,
);

/** Never waits for a lock: a status that is being claimed is not dropped. */
const trim = sizedStatement<{ count: number }>(
  'trim-early-statuses',
  ({ earlyStatuses, earlyStatusesBetweenTrims }) => `with dropped as (
     delete from early_statuses where tenant_id = $1::uuid and ctid = any (array(
       select ctid from early_statuses
       where tenant_id = $1::uuid and channel_id = $2::uuid and created_at <= (
         select created_at from early_statuses where tenant_id = $1::uuid and channel_id = $2::uuid
         order by created_at desc offset ${earlyStatuses} limit 1)
       order by created_at limit ${10 * earlyStatusesBetweenTrims} for update skip locked
     )) returning 1
   )
   select count(*)::int as count from dropped`,
);

const claim = statement<EarlyStatus>(
  'claim-early-statuses',
  `delete from early_statuses where tenant_id = $1::uuid and channel_id = $2::uuid and vendor_id = $3::text
   returning status, errors`,
);
