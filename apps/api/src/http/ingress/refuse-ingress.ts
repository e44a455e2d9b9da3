import { randomBytes } from 'node:crypto';
import { channelAdapters } from '@parley/channels';
import { type IngressChannel, notFound } from '@parley/core';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { providerError } from '../auth/auth-errors.js';
import { type Authenticate, sendsToken } from '../auth/authenticate.js';
import type { BodyBudget } from '../limits/body-budget.js';
import type { FailureLimit } from '../limits/failure-limit.js';
import type { LimitRate } from '../limits/rate-limit.js';
import { readBody } from '../request/read-body.js';

interface RefusalOptions {
  readonly logger: Logger;
  readonly authenticate: Authenticate;
  readonly limitRate: LimitRate;
  readonly failures: FailureLimit;
  readonly bodyBudget: BodyBudget;
}

export interface IngressRefusal {
  readonly channel: IngressChannel;
  /** Only logged: it helps the person who sets up the channel, and would also help a forger. */
  readonly reason: string;
}

export const providerLimitBytes = 1_048_576;

/**
 * Takes the place of a channel that does not exist. Nobody knows its secrets, so a request to it is verified and refused like
 * a request to a channel that exists, with the same work and the same response.
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
};

/**
 * Refuses every request that is not verified in one way, so that its response does not tell whether the channel exists, nor
 * of which provider it is. A caller with a valid token learns that a channel of another tenant is not found.
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
        .check(address, subject, (signal) => readBody(request, { ...body, signal }))
        .finally(() => share.release());
    }
    if (sendsToken(request)) {
      const caller = await authenticate(request);
      await limitRate(caller, response.locals.requestContext.headers);
      if (caller.tenantId !== tenantId) throw notFound('channel');
    }
    // Who guesses ids is limited by the number of ids, and who forges signatures by the number for one channel.
    if (!failures.hasFailed(address, subject)) failures.count(address, 'ingress');
    failures.count(address, subject);
    throw providerError();
  };
}

/** What failures are counted by. */
export function subjectOf(channelId: string): string {
  return `ingress ${channelId}`;
}

const signatureHeaders = channelAdapters.flatMap(({ signatureHeader }) => signatureHeader ?? []);

/** Whether the body must be read before the request can be verified, for one provider or another. */
export function carriesSignature({ headers }: Request): boolean {
  return signatureHeaders.some((name) => headers[name] !== undefined);
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
