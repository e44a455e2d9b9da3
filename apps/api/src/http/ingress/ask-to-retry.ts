import type { ChannelAdapter } from '@parley/channels';
import type { DomainError, LimitCode } from '@parley/core';
import type { Response } from 'express';
import { describeFailure } from '../response/describe-failure.js';
import { errorTable } from '../response/error-table.js';
import { sendJson } from '../response/send-json.js';

/**
 * Asks the sender to retry a request that exceeds a limit of the workspace. Every provider and mail gateway retries
 * after 503; several of them drop a request that gets 4xx. A partner who posts to a sandbox gets the status of the
 * limit.
 */
export function askToRetry(
  response: Response,
  { provider }: ChannelAdapter,
  limit: DomainError<LimitCode>,
): void {
  const { status, retryAfter = defaultRetryAfter } = errorTable[limit.code];
  response.locals.requestContext.headers['Retry-After'] ??= retryAfter;
  sendJson(response, provider === 'sandbox' ? status : 503, describeFailure(limit));
}

const defaultRetryAfter = 60;
