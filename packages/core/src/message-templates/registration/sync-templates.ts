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
  /** The account whose list is being read. */
  readonly accountId: string;
}

/** Returns the page that is to be requested now; null when the list has been read, or no synchronization is running. */
export function claimTemplatePage(context: Context, channelId: string): Promise<PageToRequest | null> {
  return transact(context, async (transaction) => {
    const found = await lockSync(transaction, context, channelId);
    if (found?.sync?.phase === 'closing')
      await closeMissing(transaction, context, { channelId, sync: found.sync });
    if (found?.sync?.phase !== 'listing') return null;
    const { startedAt, cursor, accountId } = found.sync;
    const source = { database: context.database, sql: transaction.sql };
    return { channel: await openChannel(source, found.channel), startedAt, cursor, accountId };
  });
}

interface ReceivedPage {
  readonly request: PageToRequest;
  readonly requestedAt: Date;
  readonly page: {
    readonly templates: readonly ListedTemplate[];
    readonly cursor: string | null;
    readonly isComplete: boolean;
  };
}

/** Stores a page and enqueues the job of the next one, in one transaction. A page of an earlier synchronization is dropped. */
export function storeTemplatePage(
  context: Context,
  { request, requestedAt, page }: ReceivedPage,
): Promise<void> {
  return transact(context, async (transaction) => {
    const { startedAt, accountId } = request;
    const { id: channelId } = request.channel;
    const sync = (await lockSync(transaction, context, channelId))?.sync;
    if (!sync || !isRequested(sync, request)) return;
    const listing = { channelId, accountId, startedAt, requestedAt };
    for (const listed of page.templates) await storeListedTemplate(transaction, context, { listed, listing });
    const isIncomplete = sync.isIncomplete === true || !page.isComplete;
    const last = isIncomplete ? 'ended' : 'closing';
    const phase = page.cursor === null ? last : 'listing';
    storeSync(transaction, context, channelId, { ...sync, cursor: page.cursor, phase, isIncomplete });
    if (phase !== 'ended') enqueueSync(transaction, context, { channelId, at: context.now() });
  });
}

/** Reads the list again from its first page, once, after the provider has refused the cursor. */
export function restartTemplateSync(context: Context, request: PageToRequest): Promise<void> {
  return transact(context, async (transaction) => {
    const { id: channelId } = request.channel;
    const sync = (await lockSync(transaction, context, channelId))?.sync;
    if (!sync || !isRequested(sync, request)) return;
    const { isRestarted = false } = sync;
    const phase = isRestarted ? 'ended' : 'listing';
    storeSync(transaction, context, channelId, { ...sync, cursor: null, phase, isRestarted: true });
    if (!isRestarted) enqueueSync(transaction, context, { channelId, at: context.now() });
  });
}

function isRequested(sync: SyncState, { startedAt, cursor }: PageToRequest): boolean {
  return sync.phase === 'listing' && sync.startedAt === startedAt && sync.cursor === cursor;
}

/** Ends a synchronization that cannot go on. The next one is started on request or a day later. */
export function endTemplateSync(
  context: Context,
  { channel, startedAt }: Pick<PageToRequest, 'channel' | 'startedAt'>,
): Promise<void> {
  return transact(context, async (transaction) => {
    const sync = (await lockSync(transaction, context, channel.id))?.sync;
    if (sync?.startedAt === startedAt)
      storeSync(transaction, context, channel.id, { ...sync, cursor: null, phase: 'ended' });
  });
}

/** Enqueues the next attempt at a page. The job of a synchronization that was requested meanwhile stays. */
export function postponeTemplateSync(
  context: Context,
  { channel, startedAt }: Pick<PageToRequest, 'channel' | 'startedAt'>,
  next: Omit<SyncJob, 'channelId'>,
): Promise<void> {
  return transact(context, async (transaction) => {
    const sync = (await lockSync(transaction, context, channel.id))?.sync;
    if (sync?.startedAt === startedAt) enqueueSync(transaction, context, { channelId: channel.id, ...next });
  });
}

/** A template that was in no page, although it was registered before the synchronization, no longer exists. */
async function closeMissing(
  transaction: Transaction,
  context: Context,
  { channelId, sync }: { readonly channelId: string; readonly sync: SyncState },
): Promise<void> {
  const { startedAt, accountId } = sync;
  const { closedTemplates } = context.sizes;
  const values = [context.tenantId, accountId, startedAt, closedTemplates];
  const rows = await transaction.sql(findMissing, values);
  for (const { id } of rows) {
    const template = await lockTemplate(transaction, context, id);
    if (!template?.registration || !template.submission || template.submission.isWaiting) continue;
    const registration = { ...template.registration, status: 'deleted' };
    storeRegistration(transaction, context, template, { registration, submission: template.submission });
  }
  if (rows.length === closedTemplates)
    return enqueueSync(transaction, context, { channelId, at: context.now() });
  storeSync(transaction, context, channelId, { ...sync, phase: 'ended' });
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
