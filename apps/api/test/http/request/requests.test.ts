import { describe, expect, it } from '@jest/globals';
import { smallVersion } from '../support/small-version.js';
import { send, startTestApi } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';
import { describeInvalidBodies } from './invalid-bodies.js';
import { createPost, errorsOf } from './post-json.js';

const stage = useTestApi({
  versions: [smallVersion(), smallVersion({ name: 'v2', allowsUnknownQuery: true })],
});

const post = createPost(stage);

describeInvalidBodies(stage);

describe('a request that the contract allows', () => {
  it('reaches the handler with its tenant, path parameters and body', async () => {
    const { status, body } = await post('/v3/notes', '{"title":"Hello","stars":3}');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      operationId: 'createNote',
      tenantId: stage.tenant.id,
      params: {},
      body: { title: 'Hello', stars: 3, color: 'red' },
    });
  });

  it('may omit an optional body: the handler gets its defaults', async () => {
    const response = await send(`${stage.api.url}/v3/notes/search`, {
      method: 'POST',
      token: stage.tenant.token,
    });
    expect(response.body.data).toMatchObject({ operationId: 'searchNotes', body: { limit: 10 } });
  });

  it('prefers a fixed path to one with a parameter', async () => {
    const response = await send(`${stage.api.url}/v3/box/letters`, { token: stage.tenant.token });
    expect(response.body.data).toMatchObject({ operationId: 'listLetters', params: { boxId: 'box' } });
  });

  it.each([
    ['a%20b', 'a b'],
    ['a%2Fb', 'a/b'],
    ['%zz', '%zz'],
    ['%00', '%00'],
    ['%c0%af', '%c0%af'],
    ['%ED%A0%80', '%ED%A0%80'],
  ])('passes the path parameter %s to the handler as %s', async (sent, noteId) => {
    const response = await send(`${stage.api.url}/v3/notes/${sent}`, { token: stage.tenant.token });
    expect(response).toMatchObject({ status: 200, body: { data: { params: { noteId } } } });
  });

  it('HEAD responds like GET, without the body', async () => {
    const response = await fetch(`${stage.api.url}/v3/notes/1`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${stage.tenant.token}` },
    });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(50);
    expect(await response.text()).toBe('');
  });

  it('may write the media type in equivalent ways', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json; a=b',
    ]) {
      expect((await post('/v3/notes', '{"title":"x"}', { 'Content-Type': type })).status).toBe(200);
    }
  });
});

describe('Idempotency-Key', () => {
  const idempotencyOf = async (body: string, key = 'key-1') =>
    (await post('/v3/notes', body, { 'Idempotency-Key': key })).body.data?.idempotency;

  it('is passed to the handler with a hash of the request', async () => {
    const first = await idempotencyOf('{"title":"x"}');
    expect(first).toEqual({
      key: 'key-1',
      operationId: 'createNote',
      requestHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      replayed: false,
    });
    expect(await idempotencyOf('{ "title": "x", "color": "red" }')).toEqual(first);
    expect(await idempotencyOf('{"title":"y"}')).not.toEqual(first);
  });

  it('gives the same hash for any order of keys, at every depth, but not for another order of a list', async () => {
    const first = await idempotencyOf(
      '{"title":"x","extra":{"a":"1","b":"2"},"tags":[{"name":"c"},{"name":"d"}]}',
    );
    const again = await idempotencyOf(
      '{"tags":[{"name":"c"},{"name":"d"}],"extra":{"b":"2","a":"1"},"title":"x"}',
    );
    const other = await idempotencyOf(
      '{"tags":[{"name":"d"},{"name":"c"}],"extra":{"b":"2","a":"1"},"title":"x"}',
    );
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('is ignored by operations that do not support it', async () => {
    const response = await post('/v3/notes/search', '{}', { 'Idempotency-Key': 'key-1' });
    expect(response.body.data).not.toHaveProperty('idempotency');
  });

  it('a replayed response has a header', async () => {
    const replaying = smallVersion();
    const versions = [
      {
        ...replaying,
        handlers: {
          ...replaying.handlers,
          createNote: async ({ idempotency }: { idempotency?: { replayed: boolean } }) => {
            if (idempotency) idempotency.replayed = true;
            return { success: true };
          },
        },
      },
    ];
    const other = await startTestApi({ database: stage.db.database, versions });
    const request = { method: 'POST', token: stage.tenant.token, body: '{"title":"x"}' };
    const replayed = await send(`${other.url}/v3/notes`, { ...request, headers: { 'Idempotency-Key': 'k' } });
    const fresh = await send(`${other.url}/v3/notes`, request);
    await other.stop();
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(fresh.headers.get('idempotent-replayed')).toBeNull();
  });
});

describe('413 and 415', () => {
  const oversized = `{"title":"${'x'.repeat(1_048_576)}"}`;

  it('413 for a body whose Content-Length is too large', async () => {
    const response = await post('/v3/notes', oversized);
    expect(response).toMatchObject({ status: 413, body: { error: { messageKey: 'payload_too_large' } } });
  });

  it('413 for a chunked body that has too many bytes', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < oversized.length; sent += 65_536) {
          controller.enqueue(Buffer.from(oversized.slice(sent, sent + 65_536)));
        }
        controller.close();
      },
    });
    const response = await send(`${stage.api.url}/v3/notes`, {
      method: 'POST',
      token: stage.tenant.token,
      body,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json' },
    } as RequestInit);
    expect(response).toMatchObject({ status: 413, body: { error: { messageKey: 'payload_too_large' } } });
  });

  it('a body of exactly the limit is read', async () => {
    const body = `{"title":"${'x'.repeat(1_048_576 - 12)}"}`;
    expect(errorsOf(await post('/v3/notes', body))).toMatchObject({ title: { key: 'too_big' } });
  });

  it.each([
    ['no media type', { 'Content-Type': '' }],
    ['another media type', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a media type similar to JSON', { 'Content-Type': 'application/merge-patch+json' }],
    ['another charset', { 'Content-Type': 'application/json; charset=latin1' }],
    ['a compressed body', { 'Content-Encoding': 'gzip' }],
  ])('415 for %s', async (_name, headers) => {
    const response = await post('/v3/notes', '{"title":"x"}', headers);
    expect(response).toMatchObject({
      status: 415,
      body: { error: { messageKey: 'unsupported_media_type' } },
    });
  });
});

describe('404 and 405', () => {
  it.each([
    '/v3/',
    '/v4/notes',
    '/v3/note',
    '/V3/notes/1',
    '/v3/Notes/1',
    '/v3/notes/1/',
    '/v3//notes/1',
    '/v3/notes/1/2',
    '/v3/%6eotes/1',
    '/%zz',
    '/v3/%zz',
    '/files',
    '/healthz/',
  ])('404 route_not_found for %s, without a token', async (path) => {
    const response = await send(`${stage.api.url}${path}`);
    expect(response.status).toBe(404);
    expect(response.body.error).toEqual({ messageKey: 'route_not_found', message: 'Route not found' });
  });

  it.each([
    ['PATCH', '/v3/notes/1', 'GET, HEAD, DELETE'],
    ['OPTIONS', '/v3/notes', 'POST'],
    ['GET', '/v3/notes', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('405 for %s %s, with Allow', async (method, path, allow) => {
    const response = await send(`${stage.api.url}${path}`, { method });
    expect(response).toMatchObject({ status: 405, body: { error: { messageKey: 'method_not_allowed' } } });
    expect(response.headers.get('allow')).toBe(allow);
  });
});
