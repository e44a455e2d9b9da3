import type { Event } from '@parley/client';
import { signForTest } from '@parley/client/webhooks';
import { CommandError } from '../command-error.js';

/** Where events are forwarded to. */
export interface Receiver {
  readonly forwardTo: URL;
  /** The path for certain types of events. */
  readonly paths: ReadonlyMap<string, string>;
  readonly secret: string;
}

/** How the receiver answered one attempt. */
export interface Answer {
  readonly url: string;
  /** Undefined when no response came. */
  readonly status: number | undefined;
  readonly tookMs: number;
  /** Whether the receiver has acknowledged the event with a 2xx status. */
  readonly isAcknowledged: boolean;
  /** The reason, or the beginning of the response, if the event was not acknowledged. */
  readonly problem: string | undefined;
}

/** The service waits as long for a webhook. */
const deadlineMs = 15_000;
const shownCharacters = 200;

/** Posts an event as the service does, signed anew. Redirects are failures. */
export async function forward(event: Event, { forwardTo, paths, secret }: Receiver): Promise<Answer> {
  const path = paths.get(event.event);
  const url = path === undefined ? forwardTo.href : new URL(path, forwardTo).href;
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...signForTest(event, secret),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    const { status, ok: isAcknowledged } = response;
    const text = await readStart(response);
    return { url, status, tookMs: took(), isAcknowledged, problem: isAcknowledged ? undefined : text };
  } catch (error) {
    return { url, status: undefined, tookMs: took(), isAcknowledged: false, problem: explainFailure(error) };
  }
}

/** Reads `--map message.received=/a`. */
export function readPaths(given: readonly string[] = []): Map<string, string> {
  return new Map(
    given.map((each) => {
      const [, type, path] = /^([^=]+)=(\/.*)$/s.exec(each) ?? [];
      if (type === undefined || path === undefined)
        throw new CommandError(`'${each}' is not like message.received=/path.`);
      return [type, path];
    }),
  );
}

/** Reads the response to its end, so that the connection can be used again, and returns its beginning. */
async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    if (text.length < shownCharacters) text += decoder.decode(chunk, { stream: true });
  }
  return text.slice(0, shownCharacters);
}

/** `fetch` hides the reason one level down. */
function explainFailure(error: unknown): string {
  const { name, message, cause } = Object(error);
  if (name === 'TimeoutError') return `no response within ${deadlineMs / 1_000} s`;
  const { code, message: reason } = Object(cause);
  return [code, reason || message].filter((part) => typeof part === 'string').join(' ');
}
