import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { ApiError, type ClientOptions, isApiError, UnexpectedResponseError } from '@parley/client';
import { type StreamedEvent, type StreamOptions, streamEvents } from '@parley/client/stream';
import { createRecordParser } from '../src/stream/parse-records.js';
import { fail, hang, reset, respondWithText } from './support/behaviours.js';
import type { Behaviour } from './support/failing-server.js';
import { useFailingServer } from './support/use-failing-server.js';

const server = useFailingServer();

function open(stream: StreamOptions = {}, options: Partial<ClientOptions> = {}) {
  return streamEvents({ baseUrl: server.url, token: 'secret-token', ...options }, stream);
}

/** Returns the cursors of the first events, and ends the stream. */
async function take(count: number, stream: AsyncIterable<StreamedEvent>): Promise<string[]> {
  const cursors: string[] = [];
  for await (const { cursor } of stream) if (cursors.push(cursor) === count) break;
  return cursors;
}

async function errorOf(stream: AsyncIterable<StreamedEvent>): Promise<unknown> {
  return take(1, stream).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const record = (id: string) =>
  `id: ${id}\nevent: chat.updated\ndata: {"id":"e-${id}","event":"chat.updated"}\n\n`;

/** Sends the text, and leaves the stream open. */
function send(text: string): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(text);
  };
}

/** Sends the text, and then ends the stream or breaks the connection. */
function sendAnd(text: string, ending: 'end' | 'break'): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text, () => (ending === 'end' ? response.end() : response.socket?.resetAndDestroy()));
  };
}

const lastIds = () => server.requests.map(({ headers }) => headers['last-event-id']);

describe('streamEvents', () => {
  it('returns events with their cursors, and asks for the given types', async () => {
    server.plan(send(`retry: 1000\nid: c0\n\n${record('c1')}`));
    const stream = open({ events: ['chat.updated', 'chat.created'], lastEventId: 'before' });
    const { value } = await stream.next();
    expect(value).toEqual({ id: 'e-c1', event: 'chat.updated', cursor: 'c1' });
    await stream.return();
    const [request] = server.requests;
    expect(request?.url).toBe('/v3/events/stream?events=chat.updated&events=chat.created');
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'last-event-id': 'before',
    });
  });

  it('continues after a broken connection and after an end, where it was', async () => {
    server.plan(
      sendAnd('id: c0\n\n', 'break'),
      sendAnd(`${record('c1')}id: c2\nda`, 'break'),
      sendAnd(`${record('c2')}: heartbeat\nid: c3\n\n`, 'end'),
      send(record('c4')),
    );
    expect(await take(3, open())).toEqual(['c1', 'c2', 'c4']);
    expect(lastIds()).toEqual([undefined, 'c0', 'c1', 'c3']);
  });

  it('continues when nothing comes for too long, before and after the head', async () => {
    const errors: unknown[] = [];
    server.plan(hang, send('id: c0\n\n'), send(record('c1')));
    const onReconnect = (error: Error | undefined) => errors.push(error?.message);
    expect(await take(1, open({ silenceTimeoutMs: 1_000, onReconnect }))).toEqual(['c1']);
    expect(errors).toEqual([
      'GET /events/stream got no response: nothing came for 1000 ms',
      'GET /events/stream got no response: nothing came for 1000 ms (tried 2 times)',
    ]);
  });

  it('waits longer each time when the service ends every connection at once', async () => {
    const end = sendAnd('id: c0\n\n', 'end');
    server.plan(end, end, send(record('c1')));
    await take(1, open());
    const [, second, third] = server.requests.map(({ receivedAt }) => receivedAt);
    expect(Number(third) - Number(second)).toBeGreaterThanOrEqual(1_000);
  });

  it('tells the position of heartbeats', async () => {
    const seen: string[] = [];
    server.plan(send(`id: c0\n\n: heartbeat\nid: c1\n\n${record('c2')}`));
    await take(1, open({ onHeartbeat: (cursor) => seen.push(cursor) }));
    expect(seen).toEqual(['c0', 'c1']);
  });

  it.each([429, 503])('waits as long as a %i asks', async (status) => {
    server.plan(reset, fail(status, 'too_many_requests', { 'retry-after': '2' }), send(record('c1')));
    await take(1, open());
    const [, refused, accepted] = server.requests.map(({ receivedAt }) => receivedAt);
    expect(Number(accepted) - Number(refused)).toBeGreaterThanOrEqual(2_000);
  });

  it.each([400, 401, 403])('throws a typed error after %i', async (status) => {
    server.plan(fail(status, 'forbidden'));
    const error = await errorOf(open());
    expect(error).toBeInstanceOf(ApiError);
    expect(isApiError(error) && [error.status, error.operation]).toEqual([status, 'GET /events/stream']);
    expect(String(error)).not.toContain('secret-token');
    expect(server.requests).toHaveLength(1);
  });

  it('asks the function for a fresh token once', async () => {
    const tokens = ['old', 'new'];
    server.plan(fail(401, 'unauthorized'), send(record('c1')));
    await take(1, open({}, { token: () => tokens.shift() ?? 'none' }));
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  it('throws when the response is not a stream', async () => {
    server.plan(respondWithText(200, '<h1>Welcome</h1>'));
    expect(await errorOf(open())).toBeInstanceOf(UnexpectedResponseError);
  });

  it('ends when it is aborted, while it waits for an event or for the next attempt', async () => {
    for (const behaviour of [send('id: c0\n\n'), reset]) {
      server.plan(behaviour);
      const controller = new AbortController();
      const stop = () => controller.abort();
      const options = { signal: controller.signal, onHeartbeat: stop, onReconnect: stop };
      expect(await take(1, open(options))).toEqual([]);
    }
  });

  it('closes the connection when the loop ends', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    server.plan((response, request) => {
      closed = once(response, 'close');
      send(record('c1'))(response, request);
    });
    await take(1, open());
    await closed;
  });
});

describe('the records of a stream', () => {
  it('can contain every character that JSON leaves as it is', () => {
    const data = JSON.stringify({ text: 'one\u2028two\u2029three\u0085four: \u{1f30d}' });
    expect(createRecordParser()(`id: c1\ndata: ${data}\n\n`)).toEqual([{ id: 'c1', data }]);
  });

  const text =
    'retry: 1\r\nid: c0\r\n\r\n: heartbeat\nid: c1\n\nid:c2\rdata: a\rdata:  b\r\rdata\n\nid: open\n';
  const records = [
    { id: 'c0', data: undefined },
    { id: 'c1', data: undefined },
    { id: 'c2', data: 'a\n b' },
    { id: undefined, data: '' },
  ];

  it('are the same, wherever the text is cut', () => {
    for (let at = 0; at <= text.length; at += 1) {
      const parse = createRecordParser();
      expect([...parse(text.slice(0, at)), ...parse(text.slice(at))]).toEqual(records);
    }
  });
});
