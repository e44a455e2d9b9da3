import { setTimeout as delay } from 'node:timers/promises';
import { adapterFor, type ChannelAdapter, type IngressRequest, type ParsingThreads } from '@parley/channels';
import {
  createKeyedBatcher,
  defaultSizes,
  findChannel,
  type IngressChannel,
  isId,
  isLimitReached,
  notFound,
} from '@parley/core';
import { type Database, inTrace, ofAllTenants, ofTenant } from '@parley/database';
import type { Trace } from '@parley/tracing';
import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { type Authenticate, sendsToken } from '../auth/authenticate.js';
import { checkPermission } from '../auth/check-permission.js';
import type { BodyBudget, UnverifiedShare } from '../limits/body-budget.js';
import type { FailureLimit } from '../limits/failure-limit.js';
import { freeBytes } from '../limits/free-bytes.js';
import type { LimitInbound } from '../limits/limit-inbound.js';
import type { LimitRate } from '../limits/rate-limit.js';
import type { Metrics } from '../observability/metrics.js';
import { readBody, readChunks } from '../request/read-body.js';
import { HttpError } from '../response/http-error.js';
import { sendText } from '../response/send-text.js';
import { traceStep } from '../tracing/trace-step.js';
import { askToRetry } from './ask-to-retry.js';
import { createMessageBatcher } from './batch-messages.js';
import { explainMalformed } from './explain-malformed.js';
import { createBodyParser, type ReceivedRequest } from './parse-body.js';
import { readIngressHead } from './read-ingress-head.js';
import { recordItems } from './record-items.js';
import {
  carriesSignature,
  createIngressRefusal,
  decoyFor,
  providerLimitBytes,
  subjectOf,
} from './refuse-ingress.js';
import { respondToProvider } from './respond-to-provider.js';

export interface IngressOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly publicUrl: string;
  /** Authenticates calls to the sandbox, which come from partners instead of a provider. */
  readonly authenticate: Authenticate;
  readonly limitRate: LimitRate;
  readonly limitInbound: LimitInbound;
  readonly failures: FailureLimit;
  readonly threads: ParsingThreads;
  readonly bodyBudget: BodyBudget;
  readonly metrics: Pick<
    Metrics,
    'countDroppedStatuses' | 'countIncompleteMail' | 'countLimitedIngress' | 'countUnparsedBody'
  >;
}

/** Receives messages and statuses from the providers of channels, each in its own format and with its own signature. */
export function createIngress(options: IngressOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const batchMessage = createMessageBatcher(options);
  const parseBody = createBodyParser(options);
  // The URL names a channel, and the channel its tenant.
  const allChannels = ofAllTenants(options.database);
  // Requests for a channel that arrive during a lookup share the next one.
  const lookUp = createKeyedBatcher(
    async (channelId: string, requests: readonly (Trace | undefined)[]) => {
      const trace = requests.find((request) => request !== undefined);
      const channel = await findChannel(inTrace(allChannels, trace), channelId);
      return requests.map(() => channel);
    },
    { maxSize: Number.POSITIVE_INFINITY },
  );
  const refuse = createIngressRefusal(options);
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
    const channelId = String(request.params.channelId).toLowerCase();
    if (!isId(channelId)) throw notFound('channel');
    const { requestContext } = response.locals;
    const found = await lookUp(channelId, requestContext.trace);
    requestContext.operationId = 'ingress';
    requestContext.route = '/ingress/{channelId}';
    requestContext.tenantId = found?.tenantId;
    const channel = found ?? decoyFor(channelId);
    return { channel, adapter: adapterFor(channel.provider) };
  }

  async function respondToChallenge(
    request: Request,
    response: Response,
    { channel, adapter }: Ingress,
  ): Promise<void> {
    const challenge = adapter.respondToChallenge?.(readIngressHead(request, options), channel);
    if (!challenge?.ok)
      return refuse(request, response, {
        channel,
        reason: challenge?.reason ?? 'This provider sends no challenges.',
      });
    sendText(response, 'text/plain; charset=utf-8', challenge.body);
  }

  async function receive(request: Request, response: Response, ingress: Ingress): Promise<void> {
    const { channel, adapter } = ingress;
    if (adapter.authentication === 'token') await checkToken(request, response, channel);
    const share = options.bodyBudget.openUnverified(request.ip ?? '');
    try {
      const verified = await readVerified(request, response, { ...ingress, share });
      await record(response, ingress, verified);
    } catch (error) {
      if (!isLimitReached(error)) throw error;
      options.metrics.countLimitedIngress(error.details.limit);
      share.release();
      await delay(limitedDelayMs);
      return askToRetry(response, adapter, error);
    } finally {
      share.release();
    }
    respondToProvider(response, adapter);
  }

  async function record(response: Response, ingress: Ingress, request: ReceivedRequest): Promise<void> {
    const { channel, adapter } = ingress;
    const { headers, trace } = response.locals.requestContext;
    // Parsing a mail can take seconds. Other bodies are parsed, since they may have only statuses, which have their own limit.
    if (channel.provider === 'email') options.limitInbound.refuseUsedUp(channel, headers);
    const items = await parseBody({ channel, adapter, request }).catch(explainMalformed);
    if (items.length > maxItems) throw new HttpError('payload_too_large');
    const statuses = items.filter(({ kind }) => kind === 'status').length;
    const counts = { messages: items.length - statuses, statuses };
    await traceStep(response, 'limit rate', () => options.limitInbound(channel, counts, headers));
    const { now } = options;
    const { tenantId, limits, waitingJobs } = channel;
    const database = inTrace(ofTenant(options.database, tenantId), trace);
    const context = { database, now, sizes: defaultSizes, tenantId, limits, waitingJobs };
    const onDropped = options.metrics.countDroppedStatuses;
    await recordItems(context, { channel, items, receive: batchMessage, onDropped });
  }

  /** A secret is sent in the headers, so it can be verified before the body is read. A signature covers the body. */
  async function readVerified(
    request: Request,
    response: Response,
    { channel, adapter, share }: Ingress & { readonly share: UnverifiedShare },
  ): Promise<ReceivedRequest> {
    const head = readIngressHead(request, options);
    const limitBytes = channel.provider === 'email' ? emailLimitBytes : providerLimitBytes;
    const readWhole = async (signal?: AbortSignal) => ({
      ...head,
      rawBody: await readBody(request, { limitBytes, share, ...(signal && { signal }) }),
    });
    const verify = async (ingressRequest: IngressRequest) => {
      const verification = adapter.verify(ingressRequest, channel);
      if (!verification.ok) {
        freeBytes(ingressRequest.rawBody);
        return refuse(request, response, { channel, reason: verification.reason });
      }
      share.assignTo(channel.tenantId);
      return ingressRequest;
    };
    if (adapter.authentication === 'signature' && carriesSignature(request)) {
      return options.failures.check(request.ip ?? '', subjectOf(channel.id), async (signal) =>
        verify(await readWhole(signal)),
      );
    }
    await verify(head);
    if (channel.provider !== 'email') return readWhole();
    return { ...head, chunks: await readChunks(request, { limitBytes, share }) };
  }

  /** As everywhere in the API, a channel of another tenant is not found. */
  async function checkToken(request: Request, response: Response, channel: IngressChannel): Promise<void> {
    if (!sendsToken(request))
      return refuse(request, response, { channel, reason: 'The channel has no token.' });
    const caller = await options.authenticate(request);
    await options.limitRate(caller, response.locals.requestContext.headers);
    if (caller.tenantId !== channel.tenantId) throw notFound('channel');
    checkPermission({ scopes: ['messages:write'] }, caller);
  }
}

interface Ingress {
  readonly channel: IngressChannel;
  readonly adapter: ChannelAdapter;
}

/**
 * The response to a sender that exceeds a limit is delayed by this time. Otherwise, senders that wait for a response
 * before they send more, or that retry at once, would keep the process busy with refusals.
 */
const limitedDelayMs = 250;

/** Meta sends at most 1,000 updates in a request, the other providers one. */
const maxItems = 1_000;

/** An email contains its attachments, so its body may be larger. */
const emailLimitBytes = 25 * 1_048_576;
