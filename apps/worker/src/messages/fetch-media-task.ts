import { adapterFor, SendError } from '@parley/channels';
import {
  type AwaitedMedia,
  ContentIntake,
  findAwaitedMedia,
  isLimitReached,
  keepFetchedMedia,
  type ReceivedContent,
  scheduleMediaFetch,
  transact,
} from '@parley/core';
import { type Trace, traceHeaders, withSpan } from '@parley/tracing';
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

/** How often it is checked whether a workspace with too many stored bytes has room for an attachment again. */
const roomCheckMs = 60 * 60 * 1_000;

/** WhatsApp deletes the media of a message after this time. */
const keptByProviderMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * Downloads the attachments that need the channel's credentials, and stores them as files, chunk by chunk. An attachment that the
 * provider no longer has keeps its link; the queue retries a temporary failure. While the workspace has no room for its
 * bytes, an attachment stays at the provider.
 */
export async function fetchMedia(
  { tenantId, messageId }: { tenantId: string; messageId: string },
  dependencies: Omit<SendingDependencies, 'newLeaseToken'>,
): Promise<void> {
  const { context: service, database, now, logger, outboundCalls } = dependencies;
  const { requestMs: timeoutMs = fetchMs } = dependencies;
  const awaited = await findAwaitedMedia(service, messageId);
  if (awaited === undefined) return;
  if (!awaited.hasRoom) return waitForRoom(awaited);
  const intake = new ContentIntake(service);
  try {
    await fetchAndKeep(awaited, intake);
  } finally {
    await intake.discard();
  }

  async function fetchAndKeep(media: AwaitedMedia, received: ContentIntake): Promise<void> {
    const call = await outboundCalls.call(
      `media:${media.channel.id}`,
      () => withSpan(database.trace, describeSpan(media), (trace) => fetchAll(media, received, trace)),
      ({ failure }) => (failure ? 'failing' : 'healthy'),
    );
    if (call.kind === 'rejected') {
      await scheduleFetch(call.retryAt);
      return;
    }
    const { byUrl, failure } = call.result;
    try {
      await keepFetchedMedia({ ...service, limits: media.limits }, { messageId, byUrl });
    } catch (error) {
      if (!isLimitReached(error)) throw error;
      return waitForRoom(media);
    }
    if (failure) throw failure;
  }

  async function waitForRoom({ receivedAt }: AwaitedMedia): Promise<void> {
    const at = new Date(now().getTime() + roomCheckMs);
    logger.warn({ tenantId, messageId }, 'an attachment waits until the workspace can store its bytes');
    if (at.getTime() - receivedAt.getTime() > keptByProviderMs) return;
    await scheduleFetch(at);
  }

  async function scheduleFetch(at: Date): Promise<void> {
    await transact(service, async (transaction) =>
      scheduleMediaFetch(transaction, service, { messageId, at }),
    );
  }

  async function fetchAll(
    { channel, attachments }: AwaitedMedia,
    received: ContentIntake,
    trace: Trace | undefined,
  ): Promise<Fetched> {
    const { fetchAttachment } = adapterFor(channel.provider);
    const { dispatcher } = providerAccessOf(dependencies);
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { dispatcher, signal, now, timeoutMs, headers: traceHeaders(trace) };
    const fetched: Fetched = { byUrl: new Map() };
    for (const attachment of attachments) {
      try {
        const file = await fetchAttachment?.({ ...attachment, needsCredentials: true }, channel, options);
        if (file === undefined) continue;
        const content = await received.receive(file.readChunks());
        fetched.byUrl.set(attachment.url, { ...content, contentType: file.contentType });
      } catch (error) {
        if (!(error instanceof SendError)) throw error;
        if (error.retryable) fetched.failure = error;
        else logger.warn({ tenantId, messageId, code: error.code }, 'an attachment cannot be fetched');
      }
    }
    return fetched;
  }
}

function describeSpan({ channel }: AwaitedMedia) {
  const name = `fetch media ${channel.provider}`;
  return { name, kind: 'client', attributes: { 'http.request.method': 'GET' } } as const;
}

interface Fetched {
  readonly byUrl: Map<string, ReceivedContent & { readonly contentType: string | null }>;
  /** The last error that a retry may resolve. */
  failure?: SendError;
}
