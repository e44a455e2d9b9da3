import { describe, expect, it } from '@jest/globals';
import { createClient as createV2Client } from '@parley/client/v2';
import { reset, succeed } from './support/behaviours.js';
import { createClientsOf, useFailingServer } from './support/use-failing-server.js';

const server = useFailingServer();

const create = createClientsOf(server);

describe('the base URL', () => {
  it.each(['', '/', '//', '/v3', '/v3/'])('may end in %j', async (end) => {
    server.plan(succeed({}));
    await create({ baseUrl: `${server.url}${end}` }).GET('/workspace');
    expect(server.requests[0]?.url).toBe('/v3/workspace');
  });

  it('may have a path', async () => {
    server.plan(succeed({}));
    await create({ baseUrl: `${server.url}/parley/` }).GET('/workspace');
    expect(server.requests[0]?.url).toBe('/parley/v3/workspace');
  });

  it.each([
    '',
    'api.example.com',
    'ftp://api.example.com',
    'https://user:pass@api.example.com',
    'https://a.example?b',
  ])('is refused when it is %j; the error does not contain it', (baseUrl) => {
    expect(() => create({ baseUrl })).toThrow(
      'baseUrl must be like https://api.example.com, without user, password and query.',
    );
  });

  it('of another version is refused', () => {
    expect(() => create({ baseUrl: `${server.url}/v2` })).toThrow(
      'baseUrl ends in a version other than /v3.',
    );
  });
});

describe('requests', () => {
  it('have the headers of the client, of the call and of the contract', async () => {
    server.plan(succeed({}));
    const client = create({ headers: { 'x-app': 'crm', 'x-tenant': 'a' } });
    await client.GET('/workspace', { headers: { 'x-tenant': 'b', 'x-request-id': 'mine' } });
    expect(server.requests.at(-1)?.headers).toMatchObject({
      'x-app': 'crm',
      'x-tenant': 'b',
      'x-request-id': 'mine',
      authorization: 'Bearer secret-token',
    });
  });

  it('without a body have no content type', async () => {
    server.plan(succeed({}));
    await create().POST('/automations/{automationId}/publish', { params: { path: { automationId: 'a1' } } });
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
    expect(server.requests[0]?.body).toBe('');
  });

  it('use the fetch function of the options', async () => {
    server.plan(succeed({ id: 1 }));
    const urls: string[] = [];
    const client = create({
      fetch: (request) => {
        urls.push(request.url);
        return fetch(request);
      },
    });
    await expect(client.GET('/workspace')).resolves.toEqual({ id: 1 });
    expect(urls).toEqual([`${server.url}/v3/workspace`]);
  });
});

describe('bytes', () => {
  it('are returned as a Blob of their type, even if they look like JSON or are empty', async () => {
    server.plan(
      (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0, 255])),
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":false}'),
      (response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '0' }).end(),
    );
    const download = () => create().GET('/files/{fileId}/download', { params: { path: { fileId: 'f1' } } });
    const picture = await download();
    expect(picture.type).toBe('image/png');
    expect([...new Uint8Array(await picture.arrayBuffer())]).toEqual([0, 255]);
    await expect((await download()).text()).resolves.toBe('{"success":false}');
    const empty = await download();
    expect([empty.size, empty.type]).toEqual([0, 'text/plain']);
  });
});

describe('hooks', () => {
  it('see every attempt and every delay', async () => {
    const limits = { 'x-ratelimit-limit': 5, 'x-ratelimit-remaining': 4, 'x-ratelimit-reset': 2_000_000_000 };
    server.plan(reset, succeed({}, limits));
    const events: object[] = [];
    const note = (name: string) => (event: object) => events.push({ name, ...event });
    await create({
      hooks: { onRequest: note('request'), onResponse: note('response'), onRetry: note('retry') },
    }).GET('/chats/{chatId}', { params: { path: { chatId: 'c1' } } });
    const tried = { operation: 'GET /chats/{chatId}', url: `${server.url}/v3/chats/c1` };
    const lost = { status: undefined, error: expect.objectContaining({ name: 'ConnectionError' }) };
    expect(events).toEqual([
      { name: 'request', ...tried, attempt: 1, requestId: expect.any(String) },
      {
        name: 'response',
        ...tried,
        ...lost,
        attempt: 1,
        requestId: expect.any(String),
        durationMs: expect.any(Number),
        rateLimit: undefined,
      },
      {
        name: 'retry',
        ...tried,
        ...lost,
        attempt: 1,
        requestId: expect.any(String),
        delayMs: expect.any(Number),
      },
      { name: 'request', ...tried, attempt: 2, requestId: expect.any(String) },
      {
        name: 'response',
        ...tried,
        attempt: 2,
        requestId: 'req_1',
        status: 200,
        error: undefined,
        durationMs: expect.any(Number),
        rateLimit: { limit: 5, remaining: 4, reset: 2_000_000_000, resetAt: expect.any(Date) },
      },
    ]);
    const sent = server.requests.map(({ headers }) => headers['x-request-id']);
    expect(events).toMatchObject([{ requestId: sent[0] }, {}, {}, { requestId: sent[1] }, {}]);
  });

  it('that throw or reject cause a warning and change nothing', async () => {
    server.plan(succeed({ id: 1 }));
    const warnings: string[] = [];
    const client = create({
      warn: (message) => warnings.push(message),
      hooks: {
        onRequest: () => failWith('No disk'),
        onResponse: async () => failWith('No metrics'),
      },
    });
    await expect(client.GET('/workspace')).resolves.toEqual({ id: 1 });
    expect(warnings).toEqual([
      'Parley: a hook of this client failed: Error: No disk',
      'Parley: a hook of this client failed: Error: No metrics',
    ]);
  });

  it.each([
    ['throws', () => failWith('No disk')],
    ['rejects', async () => failWith('No disk')],
  ])('and a warn that %s change nothing either', async (_, warn) => {
    server.plan(succeed({ id: 1 }, { sunset: 'Sun, 01 Nov 2026 23:59:59 GMT' }));
    const client = create({ warn, hooks: { onRequest: () => failWith('No metrics') } });
    await expect(client.GET('/workspace')).resolves.toEqual({ id: 1 });
  });
});

function failWith(message: string): never {
  throw new Error(message);
}

describe('middleware', () => {
  it('runs once per call, outside the retries, and can be removed', async () => {
    server.plan(reset, succeed({}));
    const client = create();
    const seen: string[] = [];
    const middleware = {
      onRequest: ({ schemaPath }: { schemaPath: string }) => void seen.push(schemaPath),
      onResponse: ({ response }: { response: Response }) => void seen.push(String(response.status)),
    };
    client.use(middleware);
    await client.GET('/workspace');
    client.eject(middleware);
    await client.GET('/workspace');
    expect(seen).toEqual(['/workspace', '200']);
  });
});

describe('a deprecated version', () => {
  const headers = {
    deprecation: '@1785542400',
    sunset: 'Sun, 01 Nov 2026 23:59:59 GMT',
    link: '<https://p.example/v3>; rel="successor-version", <https://p.example/docs/move>; rel="deprecation"; type="text/html"',
  };

  it('causes one warning per client', async () => {
    server.plan(succeed([], headers));
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const client = createV2Client({ baseUrl: server.url, token: 'secret-token', warn });
    await client.GET('/attributes');
    await client.GET('/api_webhooks');
    await client.GET('/attributes');
    expect(warnings).toEqual([
      'Parley: GET /attributes was deprecated on 2026-08-01 and ends on 2026-11-01. See https://p.example/docs/move',
    ]);
  });

  it.each([
    [{ sunset: headers.sunset }, ['Parley: GET /workspace ends on 2026-11-01.']],
    [{ deprecation: '@99999999999999999999', sunset: 'soon', link: '<x' }, []],
    [{}, []],
  ])('with the headers %j', async (given, expected) => {
    server.plan(succeed({}, given));
    const warnings: string[] = [];
    await create({ warn: (message) => warnings.push(message) }).GET('/workspace');
    expect(warnings).toEqual(expected);
  });
});
