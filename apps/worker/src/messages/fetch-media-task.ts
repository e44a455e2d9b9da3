import { adapterFor, type FetchedAttachment, SendError } from '@parley/channels';
import {
  type AwaitedMedia,
  type Context,
  findAwaitedMedia,
  keepFetchedMedia,
  scheduleMediaFetch,
} from '@parley/core';
import { defineTask } from '../jobs/define-task.js';
import { providerAccessOf } from './provider-access.js';
import type { SendingDependencies } from './send-pending-message.js';

export const fetchMediaTask = defineTask({
  name: 'fetch-media',
  payload: { tenantId: 'id', messageId: 'id' },
  run: fetchMedia,
});

/** The deadline for all attachments of a message; those that were fetched by then are stored. */
const fetchMs = 60_000;

/**
 * Downloads the attachments that need the channel's credentials, and stores them as files. An attachment that the
 * provider no longer has keeps its link; the queue retries a temporary failure.
 */
export async function fetchMedia(
  { tenantId, messageId }: { tenantId: string; messageId: string },
  dependencies: Omit<SendingDependencies, 'newLeaseToken'>,
): Promise<void> {
  const { database, now, logger, outboundCalls } = dependencies;
  const context: Context = { database, now, tenantId };
  const awaited = await findAwaitedMedia(context, messageId);
  if (awaited === undefined) return;
  const call = await outboundCalls.call(
    `media:${awaited.channel.id}`,
    () => fetchAll(awaited),
    ({ failure }) => (failure ? 'failing' : 'healthy'),
  );
  if (call.kind === 'rejected') {
    await scheduleMediaFetch(database, context, { messageId, at: call.retryAt });
    return;
  }
  const { byUrl, failure } = call.result;
  await keepFetchedMedia(context, { messageId, byUrl });
  if (failure) throw failure;

  async function fetchAll({ channel, attachments }: AwaitedMedia): Promise<Fetched> {
    const { fetchAttachment } = adapterFor(channel.provider);
    const { dispatcher } = providerAccessOf(dependencies);
    const options = { dispatcher, signal: AbortSignal.timeout(fetchMs), timeoutMs: fetchMs };
    const fetched: Fetched = { byUrl: new Map() };
    for (const attachment of attachments) {
      try {
        const file = await fetchAttachment?.({ ...attachment, needsCredentials: true }, channel, options);
        if (file) fetched.byUrl.set(attachment.url, file);
      } catch (error) {
        if (!(error instanceof SendError)) throw error;
        if (error.retryable) fetched.failure = error;
        else logger.warn({ tenantId, messageId, code: error.code }, 'an attachment cannot be fetched');
      }
    }
    return fetched;
  }
}

interface Fetched {
  readonly byUrl: Map<string, FetchedAttachment>;
  /** The last error that a retry may resolve. */
  failure?: SendError;
}
