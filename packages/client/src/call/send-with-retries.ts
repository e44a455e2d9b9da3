import { ConnectionError } from '../errors/connection-error.js';
import { attempt } from './attempt.js';
import { type Call, describeTry } from './call.js';
import { type Prepared, prepare } from './exchange.js';
import { notify } from './notify.js';
import { readFailure } from './read-response.js';
import { readToken } from './read-token.js';
import { type Attempted, retryDelay } from './retry-delay.js';
import type { Settings } from './settings.js';
import { sleep } from './sleep.js';

/**
 * Sends the request, and retries it while that is safe and may help. This happens inside the middleware, which sees
 * only the last response.
 */
export async function sendWithRetries(request: Request, call: Call, settings: Settings): Promise<Response> {
  const { progress } = call;
  const prepared = await prepare(request);
  while (true) {
    const outcome = await attemptWithToken(prepared, call, settings);
    const error = await readError(outcome, call);
    const delayMs = error && decide({ outcome, error }, prepared, call);
    if (!error || delayMs === undefined) {
      if (outcome instanceof ConnectionError) throw outcome;
      settings.noticeDeprecation(outcome, progress.operation);
      return outcome;
    }
    progress.lastFailure = error;
    const { status } = outcome;
    const event = { ...describeTry(progress, prepared.url), status, error, delayMs };
    notify(settings.warn, settings.hooks.onRetry, event);
    progress.doing = 'waiting before the next attempt';
    await sleep(delayMs, call.signal);
  }
}

/** A token from a function may have expired in the meantime, so the function is called once more. */
async function attemptWithToken(
  prepared: Prepared,
  call: Call,
  settings: Settings,
): Promise<Response | ConnectionError> {
  const { progress } = call;
  let outcome: Response | ConnectionError | undefined;
  for (let refused = false; ; refused = true) {
    progress.doing = 'waiting for the token';
    const token = await readToken(settings.token, refused);
    if (outcome && token === progress.token) return outcome;
    progress.token = token;
    outcome = await attempt(prepared, call, settings);
    if (refused || outcome.status !== 401 || typeof settings.token === 'string') return outcome;
  }
}

/** Returns the error of an attempt; the body of the response can still be read afterwards. */
async function readError(outcome: Response | ConnectionError, call: Call): Promise<Error | undefined> {
  if (outcome instanceof ConnectionError) return outcome;
  if (outcome.ok) return undefined;
  return readFailure({ ...call, response: outcome, error: await outcome.clone().text() });
}

/** Returns the delay before the next attempt; undefined when there is none. */
function decide(
  failed: Pick<Attempted, 'outcome' | 'error'>,
  { method, headers }: Prepared,
  { progress, isRead, maxRetries, clock }: Call,
): number | undefined {
  const isRepeatable = method !== 'POST' || isRead || headers.has('idempotency-key');
  if (progress.attempts > maxRetries) return undefined;
  const delayMs = retryDelay({ ...failed, attempts: progress.attempts, isRepeatable });
  // If the delay would exceed the deadline, the current error is more helpful than a DeadlineError.
  return delayMs !== undefined && performance.now() + delayMs < clock.deadline ? delayMs : undefined;
}
