import { describe, expect, it } from '@jest/globals';
import { smallVersion } from '../support/small-version.js';
import { type JsonResponse, send, startTestApi } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';

const stage = useTestApi({
  versions: [smallVersion(), smallVersion({ name: 'v2', allowsUnknownQuery: true })],
});

const post = (
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<JsonResponse> =>
  send(`${stage.api.url}${path}`, {
    method: 'POST',
    token: stage.tenant.token,
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

const errorsOf = ({ status, body }: JsonResponse) => {
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ messageKey: 'invalid_body_params', message: 'Invalid body params' });
  return body.error?.invalidParams;
};

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

  it('may leave out an optional body: the handler gets its defaults', async () => {
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

  it('may spell the media type in other ways', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json; a=b',
    ]) {
      expect((await post('/v3/notes', '{"title":"x"}', { 'Content-Type': type })).status).toBe(200);
    }
  });
});

describe('400 invalid_body_params', () => {
  it('names every error of a body at once, in the words of Zod', async () => {
    const response = await post(
      '/v3/notes',
      JSON.stringify({
        title: '',
        color: 'green',
        ownerId: 'nobody',
        link: 'nowhere',
        slug: 'A1',
        dueAt: '2026-02-30T00:00:00Z',
        stars: 6,
        done: 'yes',
        subtitle: 7,
        tags: [{ name: 1 }, {}, { name: 'a', 'b/c': 1 }],
        extra: { a: 'a', b: 'b', c: 'c' },
        unknown: true,
      }),
    );
    expect(errorsOf(response)).toEqual({
      title: { key: 'too_small', message: 'String must contain at least 1 character(s)' },
      color: {
        key: 'invalid_enum_value',
        message: "Invalid enum value. Expected 'red' | 'blue', received 'green'",
      },
      ownerId: { key: 'invalid_string', message: 'Invalid uuid' },
      link: { key: 'invalid_string', message: expect.any(String) },
      slug: { key: 'invalid_string', message: 'Invalid: must match pattern "^[a-z]+$"' },
      dueAt: { key: 'invalid_date', message: 'Invalid date' },
      stars: { key: 'too_big', message: 'Number must be less than or equal to 5' },
      done: { key: 'invalid_type', message: 'Expected boolean, received string' },
      subtitle: { key: 'invalid_type', message: 'Expected string, received number' },
      'tags.0.name': { key: 'invalid_type', message: 'Expected string, received number' },
      'tags.1.name': { key: 'invalid_type', message: 'Required' },
      'tags.2.b/c': { key: 'unrecognized_keys', message: "Unrecognized key: 'tags.2.b/c'" },
      extra: { key: 'too_big', message: 'Object must contain at most 2 key(s)' },
      unknown: { key: 'unrecognized_keys', message: "Unrecognized key: 'unknown'" },
    });
  });

  it.each([
    ['{"title":"x","tags":[]}', 'tags', 'too_small', 'Array must contain at least 1 element(s)'],
    ['{"title":"x","stars":1.5}', 'stars', 'invalid_type', 'Expected integer, received float'],
    ['{"title":"x","stars":0}', 'stars', 'too_small', 'Number must be greater than or equal to 1'],
    ['{"title":"x","dueAt":5}', 'dueAt', 'invalid_type', 'Expected string, received number'],
    [
      '{"title":"x","subtitle":"too long"}',
      'subtitle',
      'too_big',
      'String must contain at most 5 character(s)',
    ],
    ['{"title":null}', 'title', 'invalid_type', 'Expected string, received null'],
    ['[]', 'body', 'invalid_type', 'Expected object, received array'],
    ['null', 'body', 'invalid_type', 'Expected object, received null'],
    ['{}', 'title', 'invalid_type', 'Required'],
    ['', 'title', 'invalid_type', 'Required'],
    ['{"title":', 'body', 'invalid_json', 'Body is not valid JSON'],
    [' ', 'body', 'invalid_json', 'Body is not valid JSON'],
    ['{"title":"\\u0000"}', 'title', 'invalid_string', expect.any(String)],
    ['{"title":"\\ud800"}', 'title', 'invalid_string', expect.any(String)],
    ['{"title":"x","extra":{"a\\u0000":"x"}}', 'extra.a\uFFFD', 'invalid_string', expect.any(String)],
    ['{"title":"x","\\ud800":"o"}', '\uFFFD', 'invalid_string', expect.any(String)],
    [
      '{"title":"x","tags":[{"name":"y","\\udc00":1}]}',
      'tags.0.\uFFFD',
      'invalid_string',
      expect.any(String),
    ],
    ['{"title":"x","color":"\\ud800"}', 'color', 'invalid_string', expect.any(String)],
    ['{"title":"x","__proto__":{"a":1}}', '__proto__', 'unrecognized_keys', expect.any(String)],
    ['{"title":"x","constructor":{"prototype":1}}', 'constructor', 'unrecognized_keys', expect.any(String)],
  ])('%s: %s is %s', async (body, name, key, message) => {
    const errors = errorsOf(await post('/v3/notes', body));
    expect(Object.entries(errors ?? {})).toEqual([[name, { key, message }]]);
  });

  it('a well-formed pair of surrogates is a character like any other', async () => {
    expect((await post('/v3/notes', '{"title":"\\ud83d\\ude00"}')).status).toBe(200);
  });

  it('a value in an error message is not cut within a pair of surrogates', async () => {
    const color = `${'x'.repeat(63)}\u{1F600}y`;
    const errors = errorsOf(await post('/v3/notes', JSON.stringify({ title: 'x', color })));
    expect(errors?.color?.message).toContain(`received '${'x'.repeat(63)}\uFFFD…'`);
  });

  it('bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect(errorsOf(await post('/v3/notes', bytes))).toEqual({
      body: { key: 'invalid_json', message: 'Body is not valid UTF-8' },
    });
  });

  it('a body nested a hundred thousand levels deep', async () => {
    const deep = `{"title":"x","extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(errorsOf(await post('/v3/notes', deep))).toMatchObject({ body: { key: 'invalid_json' } });
  });

  it('at most fifty errors are reported', async () => {
    const tags = JSON.stringify(Array(500).fill({}));
    expect(Object.keys(errorsOf(await post('/v3/notes', `{"title":"x","tags":${tags}}`)) ?? {})).toHaveLength(
      50,
    );
  });

  it('a large body with an error in every item is refused without collecting them all', async () => {
    const body = `{"title":"x","tags":[${'{},'.repeat(300_000)}{}]}`;
    const errors = errorsOf(await post('/v3/notes', body));
    expect(errors).toMatchObject({
      tags: { key: 'too_big', message: 'Array must contain at most 1000 element(s)' },
      'tags.0.name': { key: 'invalid_type', message: 'Required' },
    });
  });

  it('an unknown query parameter in v3; v2 ignores it', async () => {
    const { token } = stage.tenant;
    expect(errorsOf(await send(`${stage.api.url}/v3/notes/1?page=2`, { token }))).toEqual({
      page: { key: 'unrecognized_keys', message: "Unrecognized key: 'page'" },
    });
    expect((await send(`${stage.api.url}/v2/notes/1?page=2`, { token })).status).toBe(200);
  });

  it.each([
    ['x'.repeat(256), 'too_big'],
    ['caf\u00e9', 'invalid_string'],
  ])('an Idempotency-Key of another form (%s)', async (key, reason) => {
    const errors = errorsOf(await post('/v3/notes', '{"title":"x"}', { 'Idempotency-Key': key }));
    expect(errors).toMatchObject({ 'Idempotency-Key': { key: reason } });
  });
});

describe('Idempotency-Key', () => {
  const idempotencyOf = async (body: string, key = 'key-1') =>
    (await post('/v3/notes', body, { 'Idempotency-Key': key })).body.data?.idempotency;

  it('reaches the handler with a hash of the request', async () => {
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

  it('hashes the same whatever the order of keys, at every depth; the order of a list counts', async () => {
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

  it('is ignored where the contract does not offer it', async () => {
    const response = await post('/v3/notes/search', '{}', { 'Idempotency-Key': 'key-1' });
    expect(response.body.data).not.toHaveProperty('idempotency');
  });

  it('a replayed response says so', async () => {
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
    ['a relative of JSON', { 'Content-Type': 'application/merge-patch+json' }],
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
