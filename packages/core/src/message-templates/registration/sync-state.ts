import { statement } from '@parley/database';
import { type SealedChannel, sealedChannelJson } from '../../channels/find-channel.js';
import type { Context } from '../../context.js';
import { addJob } from '../../jobs/add-job.js';
import type { Transaction } from '../../sql/transact.js';

/** How far the synchronization of the templates of a channel has come. */
export interface SyncState {
  readonly startedAt: string;
  readonly cursor: string | null;
  /** Pages are listed, then templates that were in none of them are closed. */
  readonly phase: 'listing' | 'closing' | 'ended';
  /** The account when the synchronization started. */
  readonly accountId: string;
  /** Whether an entry of the list could not be read, so that no template counts as deleted. */
  readonly isIncomplete?: boolean;
  /** Whether the list was read again from its first page, because the provider refused the cursor. */
  readonly isRestarted?: boolean;
}

export interface SyncJob {
  readonly channelId: string;
  /** Failed attempts at this page. */
  readonly attempt?: number;
  readonly at: Date;
}

export function enqueueSync(transaction: Transaction, { tenantId }: Context, { at, ...job }: SyncJob): void {
  const key = `sync-templates:${tenantId}:${job.channelId}`;
  addJob(transaction, { task: 'sync-templates', payload: { tenantId, ...job }, runAt: at, key });
}

export function storeSync(
  { send }: Transaction,
  { tenantId }: Context,
  channelId: string,
  sync: SyncState,
): void {
  send(store, [tenantId, channelId, JSON.stringify(sync)]);
}

interface FoundSync {
  readonly channel: SealedChannel;
  readonly sync: SyncState | null;
}

export async function lockSync(
  { sql }: Transaction,
  { tenantId }: Context,
  channelId: string,
): Promise<FoundSync | undefined> {
  const [found] = await sql(lock, [tenantId, channelId]);
  return found;
}

const lock = statement<FoundSync>(
  'lock-template-sync',
  `select ${sealedChannelJson('channel')} as channel, channel.template_sync as sync from channels channel
   where channel.tenant_id = $1::uuid and channel.id = $2::uuid for no key update`,
);

const store = statement(
  'store-template-sync',
  'update channels set template_sync = $3::jsonb where tenant_id = $1::uuid and id = $2::uuid',
);
