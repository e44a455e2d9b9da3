import { adapterFor, type ChannelAdapter, type IngressRequest, type ParsingThreads } from '@parley/channels';
import {
  type ConfiguredChannel,
  createKeyedBatcher,
  findChannel,
  type IngressChannel,
  notFound,
} from '@parley/core';
import type { Database } from '@parley/database';
import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { providerError } from '../auth/auth-errors.js';
import type { Authenticate } from '../auth/authenticate.js';
import { checkPermission } from '../auth/check-permission.js';
import type { FailureLimit } from '../limits/failure-limit.js';
import type { LimitRate } from '../limits/rate-limit.js';
import { createUnauthenticatedLookup } from '../limits/unauthenticated-lookup.js';
import type { Metrics } from '../observability/metrics.js';
import { readBody } from '../request/read-body.js';
import { HttpError } from '../response/http-error.js';
import { sendText } from '../response/send-text.js';
import { createMessageBatcher } from './batch-messages.js';
import { explainMalformed } from './explain-malformed.js';
import { createBodyParser } from './parse-body.js';
import { readIngressHead } from './read-ingress-head.js';
import { recordItems } from './record-items.js';
import { respondToProvider } from './respond-to-provider.js';

export interface IngressOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly publicUrl: string;
  /** For the sandbox, which partners call and no provider. */
  readonly authenticate: Authenticate;
  readonly limitRate: LimitRate;
  readonly failures: FailureLimit;
  readonly threads: ParsingThreads;
  readonly metrics: Pick<Metrics, 'countIncompleteMail' | 'countUnparsedBody'>;
}

/** Receives messages and statuses from the providers of channels, each in its own format and with its own signature. */
export function createIngress(options: IngressOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const batchMessage = createMessageBatcher(options);
  const parseBody = createBodyParser({
    ...options,
    onIncomplete: options.metrics.countIncompleteMail,
    onUnparsed: options.metrics.countUnparsedBody,
  });
  // Requests to a channel that arrive during a lookup share the next one.
  const lookUp = createKeyedBatcher(
    async (channelId: string, requests: readonly null[]) => {
      const channel = await findChannel(options.database, channelId);
      return requests.map(() => channel);
    },
    { maxSize: Number.POSITIVE_INFINITY },
  );
  const find = createUnauthenticatedLookup({
    failures: options.failures,
    subject: 'ingress',
    async find(channelId) {
      const channel = await lookUp(channelId, null);
      if (channel === undefined) throw notFound('channel');
      return channel;
    },
  });
  router
    .route('/ingress/:channelId')
    .get(async (request, response) =>
      respondToChallenge(request, response, await findIngress(request, response)),
    )
    .post(async (request, response) => receive(request, response, await findIngress(request, response)))
    .all(() => {
      throw new HttpError('method_not_allowed', { headers: { Allow: 'GET, HEAD, POST' } });
    });
  return router;

  async function findIngress(request: Request, response: Response): Promise<Ingress> {
    const channel = await find(request, String(request.params.channelId));
    const { requestContext } = response.locals;
    requestContext.operationId = 'ingress';
    requestContext.tenantId = channel.tenantId;
    return { channel, adapter: adapterFor(channel.provider) };
  }

  async function respondToChallenge(
    request: Request,
    response: Response,
    { channel, adapter }: Ingress,
  ): Promise<void> {
    const challenge = adapter.respondToChallenge?.(readIngressHead(request, options), channel);
    if (challenge === undefined) throw new HttpError('method_not_allowed', { headers: { Allow: 'POST' } });
    if (!challenge.ok) throw refuse(request, channel, challenge.reason);
    sendText(response, 'text/plain; charset=utf-8', challenge.body);
  }

  async function receive(request: Request, response: Response, ingress: Ingress): Promise<void> {
    const { channel, adapter } = ingress;
    if (adapter.authentication === 'token') await checkToken(request, response, channel);
    const ingressRequest = await readVerified(request, ingress);
    const items = await parseBody({ channel, adapter, request: ingressRequest }).catch(explainMalformed);
    const { database, now } = options;
    await recordItems(
      { database, now, tenantId: channel.tenantId },
      { channel, items, receive: batchMessage },
    );
    respondToProvider(response, adapter);
  }

  /** A secret is in the headers, so that a body without it is never read. A signature covers the body. */
  async function readVerified(request: Request, { channel, adapter }: Ingress): Promise<IngressRequest> {
    const head = readIngressHead(request, options);
    const limitBytes = channel.provider === 'email' ? emailLimitBytes : providerLimitBytes;
    const readWhole = async (signal?: AbortSignal) => ({
      ...head,
      rawBody: await readBody(request, limitBytes, signal),
    });
    const verify = (ingressRequest: IngressRequest) => {
      const verification = adapter.verify(ingressRequest, channel);
      if (!verification.ok) throw refuse(request, channel, verification.reason);
      return ingressRequest;
    };
    if (adapter.authentication === 'signature') {
      return options.failures.check(request.ip ?? '', channel.id, async (signal) =>
        verify(await readWhole(signal)),
      );
    }
    verify(head);
    return readWhole();
  }

  /** As everywhere, a channel of another tenant is not found. */
  async function checkToken(request: Request, response: Response, channel: ConfiguredChannel): Promise<void> {
    const caller = await options.authenticate(request);
    await options.limitRate(caller, response.locals.requestContext.headers);
    checkPermission({ scopes: ['messages:write'] }, caller);
    if (caller.tenantId !== channel.tenantId) throw notFound('channel');
  }

  /** The reason is only logged: it helps the person who sets up the channel, and would also help a forger. */
  function refuse(request: Request, channel: ConfiguredChannel, reason: string): HttpError {
    options.failures.count(request.ip ?? '', channel.id);
    options.logger.warn({ tenantId: channel.tenantId, channelId: channel.id, reason }, 'ingress refused');
    return providerError();
  }
}

interface Ingress {
  readonly channel: IngressChannel;
  readonly adapter: ChannelAdapter;
}

const providerLimitBytes = 1_048_576;
/** An email contains its attachments. */
const emailLimitBytes = 25 * 1_048_576;
