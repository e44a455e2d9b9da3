import { statement } from '@parley/database';
import { type ConfiguredChannel, openChannel } from '../../channels/find-channel.js';
import type { Context } from '../../context.js';
import { type Transaction, transact } from '../../sql/transact.js';
import { lockTemplate, storeRegistration } from './locked-template.js';
import { type ListedTemplate, storeListedTemplate } from './store-listed-template.js';
import { enqueueSync, lockSync, type SyncJob, type SyncState, storeSync } from './sync-state.js';

/** A page of the list that is to be requested. */
export interface PageToRequest {
  readonly channel: ConfiguredChannel;
  readonly startedAt: string;
  readonly cursor: string | null;
}

/** Returns the page that is to be requested now; null when the list has been read, or no synchronization is running. */
export function claimTemplatePage(context: Context, channelId: string): Promise<PageToRequest | null> {
  return transact(context, async (transaction) => {
    const found = await lockSync(transaction, context, channelId);
    if (found?.sync?.phase === 'closing')
      await closeMissing(transaction, context, { channelId, sync: found.sync });
    if (found?.sync?.phase !== 'listing') return null;
    const { startedAt, cursor } = found.sync;
    const source = { database: context.database, sql: transaction.sql };
    return { channel: await openChannel(source, found.channel), startedAt, cursor };
  });
}

interface ReceivedPage {
  readonly request: PageToRequest;
  readonly accountId: string;
  readonly requestedAt: Date;
  readonly page: { readonly templates: readonly ListedTemplate[]; readonly cursor: string | null };
}

/** Stores a page and enqueues the job of the next one, in one transaction. A page of an earlier synchronization is dropped. */
export function storeTemplatePage(
  context: Context,
  { request, accountId, requestedAt, page }: ReceivedPage,
): Promise<void> {
  return transact(context, async (transaction) => {
    const { startedAt, cursor, channel } = request;
    const { id: channelId } = channel;
    const sync = (await lockSync(transaction, context, channelId))?.sync;
    if (sync?.phase !== 'listing' || sync.startedAt !== startedAt || sync.cursor !== cursor) return;
    const listing = { channelId, accountId, startedAt, requestedAt };
    for (const listed of page.templates) await storeListedTemplate(transaction, context, { listed, listing });
    const phase = page.cursor === null ? 'closing' : 'listing';
    storeSync(transaction, context, channelId, { startedAt, cursor: page.cursor, phase, accountId });
    enqueueSync(transaction, context, { channelId, at: context.now() });
  });
}

/** Ends a synchronization that cannot go on. The next one is started on request or a day later. */
export function endTemplateSync(
  context: Context,
  { channel, startedAt }: Pick<PageToRequest, 'channel' | 'startedAt'>,
): Promise<void> {
  return transact(context, async (transaction) => {
    const found = await lockSync(transaction, context, channel.id);
    if (found?.sync?.startedAt === startedAt)
      storeSync(transaction, context, channel.id, { startedAt, cursor: null, phase: 'ended' });
  });
}

export function postponeTemplateSync(context: Context, next: SyncJob): Promise<void> {
  return transact(context, async (transaction) => enqueueSync(transaction, context, next));
}

/** Templates that are closed in one transaction. */
const closedAtOnce = 100;

/** A template that was in no page, although it was registered before the synchronization, no longer exists. */
async function closeMissing(
  transaction: Transaction,
  context: Context,
  { channelId, sync }: { readonly channelId: string; readonly sync: SyncState },
): Promise<void> {
  const { startedAt, accountId = '' } = sync;
  const rows = await transaction.sql(findMissing, [context.tenantId, accountId, startedAt, closedAtOnce]);
  for (const { id } of rows) {
    const template = await lockTemplate(transaction, context, id);
    if (!template?.registration || !template.submission || template.submission.isWaiting) continue;
    const registration = { ...template.registration, status: 'deleted' };
    storeRegistration(transaction, context, template, { registration, submission: template.submission });
  }
  if (rows.length === closedAtOnce)
    return enqueueSync(transaction, context, { channelId, at: context.now() });
  storeSync(transaction, context, channelId, { startedAt, cursor: null, phase: 'ended' });
}

const findMissing = statement<{ id: string }>(
  'find-missing-templates',
  `select id from message_templates
   where tenant_id = $1::uuid and submission ->> 'accountId' = $2::text
     and coalesce(submission ->> 'seenAt', '') < $3::text and coalesce(registration ->> 'submittedAt', '') < $3::text
     and not (submission ->> 'isWaiting')::boolean
     and registration ->> 'vendorId' is not null and registration ->> 'status' <> 'deleted'
   order by id limit $4::int`,
);
