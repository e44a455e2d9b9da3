import { randomBytes } from 'node:crypto';
import { channelAdapters } from '@parley/channels';
import { type IngressChannel, notFound, plans } from '@parley/core';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { providerError } from '../auth/auth-errors.js';
import { type Authenticate, sendsToken } from '../auth/authenticate.js';
import type { BodyBudget } from '../limits/body-budget.js';
import type { FailureLimit } from '../limits/failure-limit.js';
import type { LimitRate } from '../limits/rate-limit.js';
import { skipBody } from '../request/read-body.js';

interface RefusalOptions {
  readonly logger: Logger;
  readonly authenticate: Authenticate;
  readonly limitRate: LimitRate;
  readonly failures: FailureLimit;
  readonly bodyBudget: BodyBudget;
}

export interface IngressRefusal {
  readonly channel: IngressChannel;
  /** The reason is only logged: it helps the person who sets up the channel, but it would also help a forger. */
  readonly reason: string;
}

export const providerLimitBytes = 1_048_576;

/**
 * Replaces a channel that does not exist. Nobody knows its secrets, so a request to it is verified and refused like a
 * request to an existing channel, with the same work and the same response.
 */
export function decoyFor(channelId: string): IngressChannel {
  return { ...decoy, id: channelId };
}

const decoy: Omit<IngressChannel, 'id'> = {
  tenantId: '',
  type: 'whatsapp',
  provider: 'whatsapp',
  settings: {},
  secrets: { appSecret: randomSecret(), verifyToken: randomSecret() },
  defaultCountry: null,
  limits: plans.free.limits,
  waitingJobs: 0,
};

/**
 * Refuses all unverified requests in the same way, so that the response reveals neither whether the channel exists nor
 * its provider. A caller with a valid token gets 404 for a channel of another tenant.
 */
export function createIngressRefusal(options: RefusalOptions) {
  const { logger, authenticate, limitRate, failures, bodyBudget } = options;

  return async (
    request: Request,
    response: Response,
    { channel, reason }: IngressRefusal,
  ): Promise<never> => {
    const { id: channelId, tenantId } = channel;
    if (tenantId !== decoy.tenantId) logger.warn({ tenantId, channelId, reason }, 'ingress refused');
    const address = request.ip ?? '';
    const subject = subjectOf(channelId);
    if (carriesSignature(request) && !request.readableEnded) {
      const share = bodyBudget.openUnverified(address);
      const body = { limitBytes: providerLimitBytes, share };
      await failures
        .check(address, subject, (signal) => skipBody(request, { ...body, signal }))
        .finally(() => share.release());
    }
    if (sendsToken(request)) {
      const caller = await authenticate(request);
      await limitRate(caller, response.locals.requestContext.headers);
      if (caller.tenantId !== tenantId) throw notFound('channel');
    }
    // Guessing ids is limited by the number of ids tried; forging signatures is limited by the number of failures per
    // channel.
    if (!failures.hasFailed(address, subject)) failures.count(address, 'ingress');
    failures.count(address, subject);
    throw providerError();
  };
}

/** Returns the subject by which failures are counted. */
export function subjectOf(channelId: string): string {
  return `ingress ${channelId}`;
}

const signatureHeaders = channelAdapters.flatMap(({ signatureHeader }) => signatureHeader ?? []);

/** Whether any provider requires the body to be read before the request can be verified. */
export function carriesSignature({ headers }: Request): boolean {
  return signatureHeaders.some((name) => headers[name] !== undefined);
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
