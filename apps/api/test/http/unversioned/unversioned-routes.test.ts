import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import { send } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';

const stage = useTestApi({
  config: { publicUrl: 'https://api.example' },
  docs: { state: 'building', revision: 0 },
});

describe('/healthz and /readyz', () => {
  it('200 when the database is available and migrated', async () => {
    expect((await send(`${stage.api.url}/healthz`)).body).toEqual({ success: true });
    expect((await send(`${stage.api.url}/readyz`)).body).toEqual({ success: true });
  });

  it('503 while a migration is missing, which is logged once', async () => {
    const status = async () => (await send(`${stage.api.url}/readyz`)).status;
    const { rows } = await stage.db.database.pool.query<{ migration_name: string }>(
      'select migration_name from _prisma_migrations order by migration_name',
    );
    await stage.db.database.pool.query('alter table _prisma_migrations rename to hidden_migrations');
    while ((await status()) !== 503) await delay(20);
    const response = await send(`${stage.api.url}/readyz`);
    expect(response).toMatchObject({ status: 503, body: { error: { messageKey: 'service_unavailable' } } });
    expect(response.headers.get('retry-after')).toBe('2');
    await stage.db.database.pool.query('alter table hidden_migrations rename to _prisma_migrations');
    while ((await status()) !== 200) await delay(20);
    const pending = rows.map(({ migration_name }) => migration_name);
    const logged = stage.api.logs.filter(({ msg }) => msg === 'the database is not migrated');
    expect(logged).toEqual([expect.objectContaining({ level: 40, pending, failed: [] })]);
    expect(stage.api.logs.filter(({ level }) => Number(level) > 40)).toEqual([]);
  });
});

describe('/', () => {
  const get = (accept?: string) =>
    fetch(`${stage.api.url}/`, { redirect: 'manual', headers: accept ? { Accept: accept } : {} });

  it('redirects a browser to the documentation', async () => {
    const response = await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/docs/');
    expect(response.headers.get('vary')).toBe('Accept');
  });

  it.each([undefined, '*/*', 'application/json'])(
    'lists the URLs of the service for Accept: %s',
    async (accept) => {
      const response = await get(accept);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        success: true,
        data: {
          name: 'Parley',
          docsUrl: 'https://api.example/docs',
          versions: [
            {
              version: 'v3',
              url: 'https://api.example/v3',
              documentUrl: 'https://api.example/openapi/v3.json',
              documentVersion: expect.any(String),
            },
          ],
          health: {
            live: 'https://api.example/healthz',
            ready: 'https://api.example/readyz',
            metrics: 'https://api.example/metrics',
          },
        },
      });
    },
  );

  it('405 for another method', async () => {
    const response = await send(`${stage.api.url}/`, { method: 'POST' });
    expect(response).toMatchObject({ status: 405, body: { error: { messageKey: 'method_not_allowed' } } });
  });
});

describe('/v3', () => {
  it('returns the version, its status and the URL of its document', async () => {
    expect(await send(`${stage.api.url}/v3`)).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          version: 'v3',
          status: 'active',
          documentVersion: expect.any(String),
          documentUrl: 'https://api.example/openapi/v3.json',
          docsUrl: 'https://api.example/docs/reference/v3',
        },
      },
    });
  });

  it('405 for another method', async () => {
    const response = await send(`${stage.api.url}/v3`, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('/metrics', () => {
  it('counts requests by operation and status, refusals, and the connections', async () => {
    await send(`${stage.api.url}/v3/notes/1`, { token: stage.tenant.token });
    await send(`${stage.api.url}/v3/notes/1`);
    const response = await fetch(`${stage.api.url}/metrics`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/plain');
    const labels = 'version="v3",operation_id="getNote",method="GET"';
    expect(text).toContain(`parley_http_request_duration_seconds_count{${labels},status="200"} 1`);
    expect(text).toContain(`parley_http_request_duration_seconds_count{${labels},status="401"} 1`);
    expect(text).toContain('parley_auth_failures_total 1');
    expect(text).toContain('parley_rate_limited_total 0');
    expect(text).toMatch(/parley_database_connections\{pool="main",state="total"\} \d/);
    expect(text).toContain('parley_database_up 1\n');
    expect(text).toContain('process_cpu_seconds_total');
  });
});

describe('/openapi/v3.json', () => {
  it('is the document, with the URL of this deployment', async () => {
    const response = await fetch(`${stage.api.url}/openapi/v3.json`);
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://api.example/v3' }],
    });
    const again = await fetch(`${stage.api.url}/openapi/v3.json`, {
      headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});

describe('/files/{token}', () => {
  async function makeFile(name: string, contentType: string, bytes: Buffer): Promise<string> {
    const publicToken = randomBytes(32).toString('base64url');
    const checksum = createHash('sha256').update(bytes).digest('hex');
    await stage.db.database.prisma.file.create({
      data: {
        tenantId: stage.tenant.id,
        id: newId(),
        name,
        contentType,
        size: bytes.length,
        checksum,
        publicToken,
        content: { create: { bytes: new Uint8Array(bytes) } },
      },
    });
    return `${stage.api.url}/files/${publicToken}`;
  }

  it('serves the bytes without a token, cached for five minutes, since the URL can be revoked', async () => {
    const url = await makeFile('Größe "1".png', 'image/png', Buffer.from('0123456789'));
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'content-disposition': `inline; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.png`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    const etag = response.headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"a", W/"b" ,${etag}`, '*']) {
      const again = await fetch(url, { headers: { 'If-None-Match': known, Range: 'bytes=99-' } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    }
    expect((await fetch(url, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
  });

  it.each(['text/html', 'image/svg+xml', 'text/xml', 'application/javascript', 'IMAGE/PNG, text/html'])(
    '%s is always downloaded and never shown',
    async (type) => {
      const response = await fetch(await makeFile('a.html', type, Buffer.from('<script>alert(1)</script>')));
      await response.text();
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    },
  );

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('Range: %s returns %d', async (range, status, text, contentRange) => {
    const url = await makeFile('a.mp4', 'video/mp4', Buffer.from('0123456789'));
    const response = await fetch(url, { headers: { Range: range } });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  it('Range applies only to GET, and with If-Range only to the same file', async () => {
    const url = await makeFile('a.mp4', 'video/mp4', Buffer.from('0123456789'));
    const head = await fetch(url, { method: 'HEAD', headers: { Range: 'bytes=2-4' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    const etag = head.headers.get('etag') ?? '';
    const textIf = async (ifRange: string) =>
      (await fetch(url, { headers: { Range: 'bytes=2-4', 'If-Range': ifRange } })).text();
    expect(await textIf(etag)).toBe('234');
    for (const other of [`W/${etag}`, '"other"', 'Sun, 01 Nov 2026 00:00:00 GMT']) {
      expect(await textIf(other)).toBe('0123456789');
    }
  });

  it('an empty file is served', async () => {
    const response = await fetch(await makeFile('a.png', 'image/png', Buffer.alloc(0)));
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it.each(['bytes=10-', 'bytes=99999-', 'bytes=-0'])(
    'Range: %s returns 416, which must not be cached',
    async (range) => {
      const url = await makeFile('a.png', 'image/png', Buffer.from('0123456789'));
      const { status, headers, body } = await send(url, { headers: { Range: range } });
      expect([status, body]).toEqual([
        416,
        {
          success: false,
          error: { messageKey: 'range_not_satisfiable', message: 'Range not satisfiable' },
        },
      ]);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-range': 'bytes */10',
        'content-type': 'application/json; charset=utf-8',
      });
    },
  );

  it.each(['unknown', 'a'.repeat(43), '..%2f..%2fetc%2fpasswd', '%00'])(
    '404 file_not_found for %s',
    async (token) => {
      const response = await send(`${stage.api.url}/files/${token}`);
      expect(response).toMatchObject({ status: 404, body: { error: { messageKey: 'file_not_found' } } });
    },
  );
});
