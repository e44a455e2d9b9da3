import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { send } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';
import { describePublicFiles } from './public-files.js';

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
    await waitUntil(async () => (await status()) === 503);
    const response = await send(`${stage.api.url}/readyz`);
    expect(response).toMatchObject({ status: 503, body: { error: { messageKey: 'service_unavailable' } } });
    expect(response.headers.get('retry-after')).toBe('2');
    await stage.db.database.pool.query('alter table hidden_migrations rename to _prisma_migrations');
    await waitUntil(async () => (await status()) === 200);
    // A list in the log has at most fifty items.
    const pending = rows.slice(0, 50).map(({ migration_name }) => migration_name);
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

describe('/openapi/v3.json for many readers', () => {
  it('is the same bytes for all of them, so that one that stops reading keeps no copy', async () => {
    const bodies: unknown[] = [];
    const collect = (message: unknown) => {
      const { response } = message as { response: ServerResponse };
      const end = response.end.bind(response);
      Object.assign(response, {
        end(body: Buffer) {
          bodies.push(body);
          return end(body);
        },
      });
    };
    subscribe('http.server.request.start', collect);
    for (const _ of ['one', 'other']) await (await fetch(`${stage.api.url}/openapi/v3.json`)).arrayBuffer();
    unsubscribe('http.server.request.start', collect);
    const [one, other] = bodies;
    expect(one).toBeInstanceOf(Buffer);
    expect(other).toBe(one);
  });
});

describePublicFiles(stage);
