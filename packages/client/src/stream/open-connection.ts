import { randomId } from '../call/random-id.js';
import { readFailure } from '../call/read-response.js';
import { readToken } from '../call/read-token.js';
import type { Settings } from '../call/settings.js';
import { ConnectionError } from '../errors/connection-error.js';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.js';
import { createRecordParser, type StreamRecord } from './parse-records.js';

export interface Connection {
  readonly url: string;
  /** The position after which the stream begins; undefined for the end of the feed. */
  readonly lastEventId: string | undefined;
  /** The number of connections so far, for errors. */
  readonly attempts: number;
  readonly signal: AbortSignal;
  readonly silenceTimeoutMs: number;
}

const operation = 'GET /events/stream';

/**
 * Opens one connection and returns its records until it ends. Fails when the service refuses it, when it breaks, or when
 * nothing has come for too long.
 */
export async function* openConnection(
  settings: Settings,
  connection: Connection,
): AsyncGenerator<StreamRecord, void> {
  const { signal } = connection;
  const controller = new AbortController();
  const follow = () => controller.abort(signal.reason);
  signal.addEventListener('abort', follow);
  try {
    const response = await request(settings, connection, controller);
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    const parse = createRecordParser();
    while (reader) {
      const { done, value } = await untilSilent(reader.read(), connection, controller);
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    signal.removeEventListener('abort', follow);
    controller.abort();
  }
}

/** Waits for the service. The time that the caller needs for an event does not count. */
async function untilSilent<Value>(
  waiting: Promise<Value>,
  { url, attempts, silenceTimeoutMs }: Connection,
  controller: AbortController,
): Promise<Value> {
  const silence = new Error(`nothing came for ${silenceTimeoutMs} ms`);
  const timer = setTimeout(() => controller.abort(silence), silenceTimeoutMs);
  try {
    return await waiting;
  } catch (error) {
    const cause = controller.signal.aborted ? controller.signal.reason : error;
    throw new ConnectionError(cause, { operation, attempts }, url);
  } finally {
    clearTimeout(timer);
  }
}

/** A token from a function may have expired in the meantime, so the function is called once more. */
async function request(
  settings: Settings,
  connection: Connection,
  controller: AbortController,
): Promise<Response> {
  const { url, lastEventId, attempts } = connection;
  for (let refused = false; ; refused = true) {
    const token = await readToken(settings.token, refused);
    const headers = new Headers({ ...settings.headers, accept: 'text/event-stream' });
    headers.set('authorization', `Bearer ${token}`);
    headers.set('x-request-id', randomId());
    if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
    const sent = new Request(url, { headers, signal: controller.signal, redirect: 'manual' });
    const response = await untilSilent(settings.fetch(sent), connection, controller);
    const { status } = response;
    if (status === 401 && !refused && typeof settings.token !== 'string') {
      await response.body?.cancel();
      continue;
    }
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const progress = { operation, attempts, requestId, token, doing: '' };
    if (!response.ok) {
      const error = await untilSilent(response.text(), connection, controller);
      throw readFailure({ progress, response, error });
    }
    const type = response.headers.get('content-type') ?? 'no content type';
    if (type.startsWith('text/event-stream')) return response;
    throw new UnexpectedResponseError(`${status} with ${type}`, { ...progress, status });
  }
}
