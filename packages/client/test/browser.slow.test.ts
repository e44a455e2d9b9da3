import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createFile } from '@parley/testkit';
import { startTestApp } from '@parley/testkit/app';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { describeWithBrowser, launchBrowser } from '../../../apps/docs/test/support/browser.js';
import { fail, respondWithText, succeed, succeedWith } from './support/behaviours.js';
import { deliver, secret } from './support/deliveries.js';
import { type Behaviour, type FailingServer, startFailingServer } from './support/failing-server.js';

describeWithBrowser('in a browser', () => {
  let server: FailingServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startFailingServer();
    browser = await launchBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('retries, iterates, uploads, refuses redirects and verifies webhooks', async () => {
    const { headers, body } = deliver();
    const script = await bundle(`
    import { createClient, eq } from '@parley/client';
    import { verify } from '@parley/client/webhooks';
    const client = createClient({ baseUrl: location.origin, token: 'token' });
    const found = await client.search('/labels/search', { body: { query: eq('name', 'VIP') } }).toArray();
    const file = await client.POST('/files', { body: { file: new Blob(['x']) } });
    const { error } = await client.raw.GET('/workspace');
    const { event } = verify(${JSON.stringify(headers)}, ${JSON.stringify(body)}, ${JSON.stringify(secret)});
    window.result = { found, file, error: error.message, event };
  `);
    let searches = 0;
    server.plan(
      route({
        '/': respondWithText(200, '<!doctype html><script type="module" src="/app.js"></script>'),
        '/app.js': respondWithText(200, script, { 'content-type': 'text/javascript' }),
        '/v3/labels/search': (...exchange) => {
          searches += 1;
          const page = succeedWith({ data: [{ id: 'l1' }], pagination: { page: 0, limit: 100, total: 1 } });
          return (searches > 1 ? page : fail(503, 'service_unavailable'))(...exchange);
        },
        '/v3/files': succeed({ id: 'f1' }),
        '/v3/workspace': respondWithText(302, '', { location: '/elsewhere' }),
      }),
    );
    const page = await browser.newPage();
    await page.goto(server.url);
    const result = await page.waitForFunction('window.result');
    await expect(result.jsonValue()).resolves.toEqual({
      found: [{ id: 'l1' }],
      file: { id: 'f1' },
      error: expect.stringContaining('302, a redirect. Is baseUrl right?'),
      event: 'message.received',
    });
    const upload = server.requests.find(({ url }) => url === '/v3/files');
    // A page cannot name itself; the browser would drop the header or ask the service for its consent.
    expect(upload?.headers['user-agent']).toMatch(/^Mozilla/);
    expect(upload?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.requests.map(({ url }) => url)).not.toContain('/elsewhere');
  }, 60_000);

  it('reports that the service may not allow the page, and works once it does', async () => {
    const script = await bundle(`
    import { createClient } from '@parley/client';
    const call = async (baseUrl) => {
      const { data, error } = await createClient({ baseUrl, token: 'token', maxRetries: 0 }).raw.GET('/workspace');
      return data ?? error.message;
    };
    window.result = [await call(${JSON.stringify('SERVICE')} + '/closed'), await call(${JSON.stringify('SERVICE')})];
  `);
    const pages = await startFailingServer();
    const cors = (response: Parameters<Behaviour>[0]) => {
      response.setHeader('Access-Control-Allow-Origin', pages.url);
      response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, x-request-id');
    };
    server.plan((response, request) => {
      if (!request.url.startsWith('/closed')) cors(response);
      return succeed({ name: 'Demo' })(response, request);
    });
    pages.plan(
      route({
        '/': respondWithText(200, '<!doctype html><script type="module" src="/app.js"></script>'),
        '/app.js': respondWithText(200, script.replaceAll('SERVICE', server.url), {
          'content-type': 'text/javascript',
        }),
      }),
    );
    const page = await browser.newPage();
    await page.goto(pages.url);
    const result = await page.waitForFunction('window.result');
    expect(await result.jsonValue()).toEqual([
      expect.stringContaining(`add ${pages.url} to its CORS_ORIGINS`),
      { name: 'Demo' },
    ]);
    await pages.stop();
  }, 60_000);

  it('lets a listed page read a 404 and a 405, and the range of a file', async () => {
    const pages = await startFailingServer();
    const app = await startTestApp({ env: { CORS_ORIGINS: pages.url } });
    const file = await createFile(app.database, app.tenant.id, {
      publicToken: randomBytes(32).toString('base64url'),
    });
    const script = await bundle(`
    import { createClient } from '@parley/client';
    const client = createClient({ baseUrl: '${app.url}', token: '${app.token}', maxRetries: 0 });
    const call = async (path, init) => {
      const response = await fetch('${app.url}' + path, { ...init, headers: { 'X-Request-Id': 'abc', ...init.headers } });
      return [response.status, response.headers.get('Allow'), response.headers.get('Content-Range')];
    };
    window.result = [
      (await client.raw.PUT('/nothing', { body: {} })).error.messageKey,
      await call('/v3/nothing', { method: 'DELETE' }),
      await call('/v3/workspace', { method: 'PATCH' }),
      await call('/v3/workspace', { method: 'DELETE' }),
      await call('/files/${file.publicToken}', { headers: { Range: 'bytes=0-0' } }),
    ];
  `);
    pages.plan(
      route({
        '/': respondWithText(200, '<!doctype html><script type="module" src="/app.js"></script>'),
        '/app.js': respondWithText(200, script, { 'content-type': 'text/javascript' }),
      }),
    );
    const page = await browser.newPage();
    await page.goto(pages.url);
    const result = await page.waitForFunction('window.result');
    expect(await result.jsonValue()).toEqual([
      'route_not_found',
      [404, null, null],
      [405, 'GET, HEAD, PUT', null],
      [405, 'GET, HEAD, PUT', null],
      [206, null, `bytes 0-0/${file.size}`],
    ]);
    await pages.stop();
    await app.stop();
  }, 60_000);
});

function route(behaviours: Record<string, Behaviour>): Behaviour {
  return (response, request) => (behaviours[request.url] ?? respondWithText(404, ''))(response, request);
}

async function bundle(contents: string): Promise<string> {
  const resolveDir = new URL('.', import.meta.url).pathname;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['@parley/source'],
  });
  return outputFiles[0]?.text ?? '';
}
