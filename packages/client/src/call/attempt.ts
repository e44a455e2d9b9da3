import { ConnectionError } from '../errors/connection-error.js';
import { type Call, describeTry } from './call.js';
import { exchange, type Prepared } from './exchange.js';
import type { RateLimit } from './hooks.js';
import { notify } from './notify.js';
import { randomId } from './random-id.js';
import { readRateLimit } from './read-rate-limit.js';
import type { Settings } from './settings.js';

/** Makes one attempt, as soon as the rate limit of the service allows it. */
export async function attempt(
  prepared: Prepared,
  call: Call,
  { pacer, hooks, warn, ...settings }: Settings,
): Promise<Response | ConnectionError> {
  const { progress } = call;
  progress.doing = 'waiting for the rate limit of the service';
  if (call.excludesWaits) call.clock.stop();
  await pacer?.enter(call.signal);
  let rateLimit: RateLimit | undefined;
  try {
    call.signal.throwIfAborted();
    if (call.excludesWaits) call.clock.start();
    progress.attempts += 1;
    progress.doing = 'waiting for the response';
    progress.requestId = prepared.headers.get('x-request-id') ?? randomId();
    notify(warn, hooks.onRequest, describeTry(progress, prepared.url));
    const startedAt = performance.now();
    const outcome = await exchange(prepared, call, settings);
    const error = outcome instanceof ConnectionError ? outcome : undefined;
    if (outcome instanceof Response) {
      rateLimit = readRateLimit(outcome.headers);
      progress.requestId = outcome.headers.get('x-request-id') ?? progress.requestId;
    }
    const durationMs = performance.now() - startedAt;
    const { status } = outcome;
    notify(warn, hooks.onResponse, {
      ...describeTry(progress, prepared.url),
      status,
      error,
      durationMs,
      rateLimit,
    });
    call.signal.throwIfAborted();
    return outcome;
  } finally {
    pacer?.settle(rateLimit);
  }
}
