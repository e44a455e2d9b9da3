import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createClock, createFile } from '@parley/testkit';
import { parseConfig } from '../../../src/config.js';
import { createApiVersions } from '../../../src/versions.js';
import { startTestApi } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';

const origin = 'https://app.example.com';
const versions = createApiVersions({ publicUrl: 'http://localhost:3000' });

// Requests are counted in each minute of the clock, so a test must not reach the next minute.
const { now } = createClock('2026-11-14T09:30:20.000Z');
const { db, tenant, api } = useTestApi(
  { versions, now, config: { corsOrigins: [origin] } },
  { requestsPerMinute: 3 },
);

function preflight(path: string, { from = origin, method = 'POST', at = api } = {}): Promise<Response> {
  const headers = { Origin: from, 'Access-Control-Request-Method': method };
  return fetch(`${at.url}${path}`, { method: 'OPTIONS', headers });
}

function corsHeadersOf({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'));
}

describe('a preflight request of a listed origin', () => {
  it.each([
    ['/v3/api_webhooks', 'POST'],
    ['/v3/api_webhooks/x', 'GET, HEAD, PUT, DELETE'],
    ['/v3/automations/search', 'POST'],
    ['/v2/attributes', 'GET, HEAD, POST'],
  ])('%s lists the methods that the contract declares: %s', async (path, methods) => {
    const [method = ''] = methods.split(', ');
    const response = await preflight(path, { method });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    const allowed = response.headers.get('access-control-allow-methods')?.split(', ') ?? [];
    expect(allowed.sort()).toEqual(methods.split(', ').sort());
    expect(response.headers.get('access-control-max-age')).toBe('7200');
    expect(response.headers.get('vary')).toBe('Origin');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('names the headers that callers send, including those that the contract declares', async () => {
    const { headers } = await preflight('/v3/api_webhooks');
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual([
      'authorization',
      'content-type',
      'x-request-id',
      'idempotency-key',
    ]);
  });

  it.each([
    ['/v3/nothing', 'DELETE', 404],
    ['/v9/nothing', 'PUT', 404],
    ['/v3/workspace', 'PATCH', 405],
    ['/v3/api_webhooks', 'DELETE', 405],
    ['/v3', 'PUT', 405],
  ])(
    '204 for %s and %s, which are not in the contract, so that the page can read the %s',
    async (path, method, status) => {
      const response = await preflight(path, { method });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      const methods = response.headers.get('access-control-allow-methods')?.split(', ').sort();
      expect(methods).toEqual([...new Set(['DELETE', 'GET', 'HEAD', 'POST', 'PUT', method])].sort());
      expect(response.headers.get('access-control-allow-headers')).toContain('authorization, content-type');
      const refused = await fetch(`${api.url}${path}`, { method, headers: { Origin: origin } });
      expect(refused.status).toBe(status);
      expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    },
  );

  it('allows files and documents to be read', async () => {
    const response = await preflight('/openapi/v3.json', { method: 'GET' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
  });
});

describe('a request of a listed origin', () => {
  const exposed = [
    'X-Request-Id',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
    'Idempotent-Replayed',
    'Deprecation',
    'Sunset',
    'Link',
    'WWW-Authenticate',
    'Allow',
  ];

  it('may read the response and its headers, errors included: 200, 401, 404, 405, 410, 429', async () => {
    const call = (path: string, token?: string, method = 'GET') =>
      fetch(`${api.url}${path}`, {
        method,
        headers: { Origin: origin, ...(token && { Authorization: `Bearer ${token}` }) },
      });
    const responses = [
      await call('/v3/workspace', tenant.token),
      await call('/v3/workspace'),
      await call('/v3/nothing'),
      await call('/v3/workspace', tenant.token, 'PATCH'),
      await call('/v2/attributes', tenant.token),
      await call('/v3/chats/x', tenant.token),
      await call('/v3/workspace', tenant.token),
      await call('/v3/workspace', tenant.token),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 404, 405, 410, 404, 200, 429]);
    for (const { headers } of responses) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(
        expect.arrayContaining(exposed),
      );
      expect(headers.get('vary')).toBe('Origin');
    }
  });
});

describe('a range of a public file', () => {
  it('may be requested, and all its headers can be read', async () => {
    const publicToken = randomBytes(32).toString('base64url');
    await createFile(db.database, tenant.id, { publicToken });
    const path = `/files/${publicToken}`;
    const allowed = (await preflight(path, { method: 'GET' })).headers.get('access-control-allow-headers');
    expect(allowed?.split(', ')).toEqual(expect.arrayContaining(['range', 'if-range', 'if-none-match']));
    const { status, headers } = await fetch(`${api.url}${path}`, {
      headers: { Origin: origin, Range: 'bytes=0-0' },
    });
    expect(status).toBe(206);
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ');
    for (const name of ['content-range', 'accept-ranges', 'etag', 'content-disposition']) {
      expect(headers.has(name)).toBe(true);
      expect(exposed).toContain(name);
    }
  });
});

describe('a request of another origin, or of none', () => {
  it.each(['https://evil.example', 'null', `${origin}.evil.example`, 'http://app.example.com'])(
    'of %s gets no CORS headers, and its preflight is refused',
    async (from) => {
      const refused = await preflight('/v3/api_webhooks', { from });
      expect(refused.status).toBe(405);
      expect(corsHeadersOf(refused)).toEqual([]);
      const response = await fetch(`${api.url}/v3/workspace`, { headers: { Origin: from } });
      expect(corsHeadersOf(response)).toEqual([]);
      expect(response.headers.get('vary')).toBe('Origin');
    },
  );

  it('cannot read docs, metrics and health', async () => {
    for (const path of ['/metrics', '/healthz', '/docs/']) {
      const response = await fetch(`${api.url}${path}`, { headers: { Origin: origin } });
      expect(corsHeadersOf(response)).toEqual([]);
    }
  });
});

describe('CORS_ORIGINS', () => {
  it('default is no origin, and no header is added to a response', async () => {
    expect(parseConfig({}).corsOrigins).toEqual([]);
    const closed = await startTestApi({ database: db.database, versions });
    const response = await preflight('/v3/api_webhooks', { at: closed });
    expect(response.status).toBe(405);
    expect(corsHeadersOf(response)).toEqual([]);
    expect(response.headers.has('vary')).toBe(false);
    await closed.stop();
  });

  it('loopback allows every port of this machine, and nothing else', async () => {
    const config = { corsOrigins: ['loopback'] };
    const local = await startTestApi({ database: db.database, versions, config });
    const status = async (from: string) => (await preflight('/v3/workspace', { from, at: local })).status;
    for (const from of [
      'http://localhost:5173',
      'https://localhost',
      'http://127.0.0.1:8080',
      'http://[::1]:3000',
    ]) {
      expect([from, await status(from)]).toEqual([from, 204]);
    }
    for (const from of [
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'loopback',
      'null',
    ]) {
      expect([from, await status(from)]).toEqual([from, 405]);
    }
    await local.stop();
  });

  it('accepts several origins, separated by commas', () => {
    const { corsOrigins } = parseConfig({
      CORS_ORIGINS: 'https://a.example, http://b.example:8080,loopback',
    });
    expect(corsOrigins).toEqual(['https://a.example', 'http://b.example:8080', 'loopback']);
  });

  it.each([
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/x',
    '*',
    'null',
    'ftp://x',
  ])('%s stops the start with an error of one line', (text) => {
    expect(() => parseConfig({ CORS_ORIGINS: text })).toThrow(
      'Bad configuration: CORS_ORIGINS must be origins like https://app.example.com, without a path, or loopback, separated by commas.',
    );
  });
});
