import type { Event } from '@parley/contract/v3';
import type { ClientOptions } from '../call/options.js';
import { readSettings, readTime } from '../call/settings.js';
import { sleep } from '../call/sleep.js';
import { isApiError } from '../errors/api-error.js';
import { ParleyError } from '../errors/parley-error.js';
import { policy } from '../generated/v3.js';
import { openConnection } from './open-connection.js';

/** An event of these types; `event` discriminates the union. A newer service may send further types. */
export type StreamedEvent<Type extends Event['event'] = Event['event']> = Extract<Event, { event: Type }> & {
  /** The position after this event. Store it, and pass it as `lastEventId` to continue after a restart. */
  readonly cursor: string;
};

export interface StreamOptions<Type extends Event['event'] = Event['event']> {
  /** The types of events to stream; the default is all. */
  readonly events?: readonly Type[] | undefined;
  /** The `cursor` of the last event that you have handled. The default is the end of the feed. */
  readonly lastEventId?: string | undefined;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
  /** Called at least every 15 seconds with the current position, which also passes events of other types. */
  readonly onHeartbeat?: ((cursor: string) => void) | undefined;
  /** Called before each attempt to reconnect, with the reason; undefined when the service has ended the stream. */
  readonly onReconnect?: ((error: Error | undefined) => void) | undefined;
  /** Milliseconds without any byte after which the connection is dead; the default is 45,000. */
  readonly silenceTimeoutMs?: number | undefined;
}

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/**
 * Returns the events of the workspace as they happen. It reconnects when the connection breaks, and continues where it
 * was, so no event is missing and none comes twice. It takes the options of `createClient`. It ends when the signal is
 * aborted, and throws the error when the service refuses the stream for good, for example with a 401.
 *
 * @example for await (const event of streamEvents(options, { events: ['message.received'] })) await handle(event);
 */
export async function* streamEvents<Type extends Event['event'] = Event['event']>(
  options: ClientOptions,
  stream: StreamOptions<Type> = {},
): AsyncGenerator<StreamedEvent<Type>, void> {
  const { signal = new AbortController().signal, onHeartbeat, onReconnect } = stream;
  const settings = readSettings(policy, options);
  const silenceTimeoutMs = readTime('silenceTimeoutMs', stream.silenceTimeoutMs ?? 45_000);
  const types = new URLSearchParams((stream.events ?? []).map((type): [string, string] => ['events', type]));
  const url = `${settings.baseUrl}/events/stream${stream.events ? `?${types}` : ''}`;
  let { lastEventId } = stream;
  let failures = 0;
  for (let attempts = 1; !signal.aborted; attempts += 1) {
    let failure: ParleyError | undefined;
    try {
      const connection = { url, lastEventId, attempts, signal, silenceTimeoutMs };
      let hasBegun = false;
      for await (const { id, data } of openConnection(settings, connection)) {
        // A service that accepts each connection and ends it at once is failing too.
        if (hasBegun || data !== undefined) failures = 0;
        hasBegun = true;
        lastEventId = id ?? lastEventId;
        // Validated by the service against the same contract that the types come from.
        if (data !== undefined) yield { ...JSON.parse(data), cursor: lastEventId } as StreamedEvent<Type>;
        else if (lastEventId !== undefined) onHeartbeat?.(lastEventId);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ParleyError) || isFinal(error)) throw error;
      failure = error;
    }
    onReconnect?.(failure);
    await sleep(delayAfter(failure, failures), signal).catch(() => undefined);
    failures += 1;
  }
}

/** Whether another attempt would fail in the same way. */
function isFinal({ status = 500 }: ParleyError): boolean {
  return status < 500 && status !== 408 && status !== 429;
}

/** All waiting clients get the same `Retry-After`, and all lose their connection at once, so the delay is random. */
function delayAfter(failure: ParleyError | undefined, failures: number): number {
  const backoffMs = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
  const askedMs = (isApiError(failure) && failure.retryAfter ? failure.retryAfter : 0) * 1_000;
  return Math.max(askedMs, backoffMs / 2) + (Math.random() * backoffMs) / 2;
}
