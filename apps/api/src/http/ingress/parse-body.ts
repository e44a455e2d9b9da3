import {
  type ChannelAdapter,
  type ChannelProvider,
  type InboundItem,
  type IngressRequest,
  MalformedPayloadError,
  ParsingBusyError,
  ParsingFailedError,
  type ParsingResult,
  type ParsingThreads,
  SkippedItems,
} from '@parley/channels';
import { createAddressReader, type IngressChannel } from '@parley/core';
import type { Logger } from 'pino';
import type { Metrics } from '../observability/metrics.js';
import { hasMoreValues } from '../request/has-more-values.js';
import { HttpError } from '../response/http-error.js';
import { invalidParam } from '../validation/invalid-param.js';

interface BodyParserOptions {
  readonly threads: ParsingThreads;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'countIncompleteMail' | 'countUnparsedBody'>;
}

interface VerifiedRequest {
  readonly channel: IngressChannel;
  readonly adapter: ChannelAdapter;
  readonly request: ReceivedRequest;
}

/** A mail can be large. Its body is in `chunks`, and its `rawBody` is empty. */
export interface ReceivedRequest extends IngressRequest {
  readonly chunks?: readonly Buffer[];
}

export type ParseBody = (verified: VerifiedRequest) => Promise<readonly InboundItem[]>;

/** Up to this size, parsing JSON and forms takes less time than passing them to a thread. */
const maxInlineBytes = 8 * 1024;

/** A message of the sandbox, with ten attachments and a reply, has fewer than a hundred. */
const maxSandboxValues = 1_000;

/**
 * Parses the body of a verified request: a short one at once, a longer one and every mail in a thread, so that the
 * content cannot delay other requests. A message of the sandbox has few values, so that it is parsed at once; most of a
 * longer one is its text.
 */
export function createBodyParser({ threads, logger, metrics }: BodyParserOptions): ParseBody {
  return async ({ channel, adapter, request }) => {
    const { id: channelId, tenantId } = channel;
    const logSkipped = (skipped: ReadonlyMap<string, number>) => {
      for (const [kind, count] of skipped)
        logger.info({ tenantId, channelId, kind, count }, 'ingress items ignored');
    };
    const { provider } = adapter;
    if (provider === 'sandbox' || (provider !== 'email' && request.rawBody.length <= maxInlineBytes)) {
      if (provider === 'sandbox') checkValues(request.rawBody);
      const readAddress = await createAddressReader(channel.defaultCountry);
      const skipped = new SkippedItems();
      const onSkip = (kind: string) => skipped.add(kind);
      const items = await adapter.parseInbound(request, channel, { onSkip, readAddress });
      logSkipped(skipped.counts);
      return items;
    }
    const result = await parse(provider, channel, request);
    if ('errors' in result) throw new MalformedPayloadError(result.errors);
    logSkipped(result.skipped);
    if (result.incomplete) {
      logger.warn(
        { tenantId, channelId, reason: result.incomplete },
        'a mail was stored without being parsed completely',
      );
      metrics.countIncompleteMail(result.incomplete);
    }
    return result.items.map(withBuffers);
  };

  /** A crash does not mean that the payload is invalid, so the provider should send it again. */
  async function parse(
    provider: Exclude<ChannelProvider, 'sandbox'>,
    { id: channelId, tenantId, type, settings }: IngressChannel,
    { rawBody, chunks = [rawBody], ...request }: ReceivedRequest,
  ): Promise<ParsingResult> {
    const payload = { provider, channel: { type, settings }, request, chunks };
    try {
      return await threads.parse(tenantId, payload);
    } catch (error) {
      if (error instanceof ParsingBusyError) throw new HttpError('service_unavailable', { cause: error });
      if (!(error instanceof ParsingFailedError)) throw error;
      logger.warn(
        { tenantId, channelId, reason: error.reason, err: error },
        'the body of a provider could not be parsed',
      );
      metrics.countUnparsedBody(error.reason);
      const code = error.reason === 'crash' ? 'service_unavailable' : 'payload_too_large';
      throw new HttpError(code, { cause: error, isLogged: true });
    }
  }
}

function checkValues(json: Buffer): void {
  if (json.length <= maxInlineBytes || !hasMoreValues(json, maxSandboxValues)) return;
  throw invalidParam('body', 'too_big', `A message must contain at most ${maxSandboxValues} values`);
}

/** Buffers arrive from a thread as plain Uint8Arrays. */
function withBuffers(item: InboundItem): InboundItem {
  if (item.kind !== 'message') return item;
  return {
    ...item,
    attachments: item.attachments.map((attachment) =>
      attachment.content === undefined
        ? attachment
        : {
            ...attachment,
            content: Buffer.from(
              attachment.content.buffer,
              attachment.content.byteOffset,
              attachment.content.byteLength,
            ),
          },
    ),
  };
}
