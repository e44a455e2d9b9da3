import { adapterFor, type FetchedAttachment, SendError } from '@parley/channels';
import { type Context, findAwaitedMedia, keepFetchedMedia } from '@parley/core';
import { providerAccessOf } from '../sending-messages/provider-access.js';
import type { SendingDependencies } from '../sending-messages/send-pending-message.js';
import { defineTask } from '../task.js';

export const fetchMediaTask = defineTask({
  name: 'fetch-media',
  payload: { tenantId: 'id', messageId: 'id' },
  run: fetchMedia,
});

const fetchMs = 60_000;

/**
 * Downloads the attachments that only the channel's credentials open, and stores them as files. What is gone at the
 * provider keeps its link; what fails for now is tried again by the queue.
 */
export async function fetchMedia(
  { tenantId, messageId }: { tenantId: string; messageId: string },
  dependencies: Omit<SendingDependencies, 'newLeaseToken'>,
): Promise<void> {
  const { database, now, logger, config } = dependencies;
  const context: Context = { database, now, tenantId };
  const awaited = await findAwaitedMedia(context, messageId);
  if (awaited === undefined) return;
  const { channel, attachments } = awaited;
  const { dispatcher } = providerAccessOf(dependencies);
  const { fetchAttachment } = adapterFor(channel.provider);
  const byUrl = new Map<string, FetchedAttachment>();
  let failure: SendError | undefined;
  for (const attachment of attachments) {
    const linked = { ...attachment, needsCredentials: true };
    try {
      const options = { dispatcher, signal: AbortSignal.timeout(fetchMs), timeoutMs: fetchMs };
      const fetched = await fetchAttachment?.(linked, channel, options);
      if (fetched) byUrl.set(attachment.url, fetched);
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      if (error.retryable) failure = error;
      else logger.warn({ tenantId, messageId, code: error.code }, 'an attachment cannot be fetched');
    }
  }
  await keepFetchedMedia(context, { messageId, byUrl, publicUrl: config.publicUrl });
  if (failure) throw failure;
}
