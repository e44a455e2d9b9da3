import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import express from 'express';
import { pino } from 'pino';
import type { DocsBuild } from '../../../src/http/docs/docs-build.js';
import { createDocs } from '../../../src/http/docs/serve-docs.js';
import { createServer } from '../../../src/http/request/create-server.js';
import { createContextStarter } from '../../../src/http/request/request-context.js';
import { createErrorHandler } from '../../../src/http/response/handle-errors.js';
import { HttpError } from '../../../src/http/response/http-error.js';
import { securityHeaders } from '../../../src/http/response/security-headers.js';

const script = 'console.log("a script that is long enough to be worth a compressed copy of itself");';

const folder = makeTestFolder('docs');
const servers: Server[] = [];
let port: number;

beforeAll(async () => {
  await writeFile(join(folder, 'secret.txt'), 'outside of the site');
  const site = join(folder, 'site');
  await build(site, {
    'index.html': '<h1>Home</h1>',
    '404.html': '<h1>Nothing here</h1>',
    'guides/errors.html': '<h1>Errors</h1>',
    'guides/errors.md': '# Errors',
    'llms.txt': '# Parley',
    'changelog.xml': '<feed/>',
    'assets/app.1a2b3c4d.js': script,
    'assets/app.1a2b3c4d.js.gz': gzipSync(script),
  });
  port = await listen(site);
});

async function build(site: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  const sizes = Object.entries(files).map(([name, content]) => [name, Buffer.byteLength(content)]);
  for (const [name, content] of Object.entries(files)) await put(site, name, content);
  await put(site, 'files.json', JSON.stringify(Object.fromEntries(sizes)));
}

async function put(site: string, name: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(site, name)), { recursive: true });
  await writeFile(join(site, name), content);
}

afterAll(async () => {
  for (const server of servers) server.close();
});

async function listen(site: string, state?: DocsBuild): Promise<number> {
  const app = express();
  app.use(createContextStarter(securityHeaders('https://api.example')));
  app.use(createDocs(site, state));
  app.use(() => {
    throw new HttpError('route_not_found');
  });
  app.use(createErrorHandler(pino({ level: 'silent' })));
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  // A server that listens on a port has an address object with the port.
  return (server.address() as AddressInfo).port;
}

interface Options {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly port?: number;
}

/** Sends the path unchanged; `fetch` would normalize it first. */
async function get(path: string, options: Options = {}) {
  const sent = request({ host: '127.0.0.1', port, path, agent: false, ...options }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

describe('/docs', () => {
  it('redirects to the first page', async () => {
    expect(await get('/docs')).toMatchObject({ status: 308, headers: { location: '/docs/' } });
    expect(await get('/docs/')).toMatchObject({ status: 200, text: '<h1>Home</h1>' });
  });

  it('serves a page by its name without the extension, and redirects to it from the name with a trailing slash', async () => {
    expect(await get('/docs/guides/errors?from=mail')).toMatchObject({
      status: 200,
      text: '<h1>Errors</h1>',
    });
    expect(await get('/docs/guides/errors/')).toMatchObject({
      status: 308,
      headers: { location: '/docs/guides/errors' },
    });
  });

  it('serves a page with a policy that allows this host and nothing inline', async () => {
    const { headers } = await get('/docs/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': expect.any(String),
    });
  });

  it.each([
    ['guides/errors.md', '# Errors', 'text/markdown; charset=utf-8'],
    ['llms.txt', '# Parley', 'text/plain; charset=utf-8'],
    ['changelog.xml', '<feed/>', 'application/atom+xml; charset=utf-8'],
  ])('serves %s, a text for programs, with its type', async (path, text, contentType) => {
    const response = await get(`/docs/${path}`);
    expect(response).toMatchObject({ status: 200, text, headers: { 'content-type': contentType } });
  });

  it('304 for a page that the caller has cached', async () => {
    const { headers } = await get('/docs/');
    const again = await get('/docs/', { headers: { 'If-None-Match': String(headers.etag) } });
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: headers.etag } });
    expect(await get('/docs/', { headers: { 'If-None-Match': '"other"' } })).toMatchObject({ status: 200 });
  });

  it('lets a file with a hash in its name be cached forever', async () => {
    const { headers } = await get('/docs/assets/app.1a2b3c4d.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('sends the compressed copy to clients that accept it, with its own ETag', async () => {
    const path = '/docs/assets/app.1a2b3c4d.js';
    const plain = await get(path);
    const compressed = await get(path, { headers: { 'Accept-Encoding': 'br, gzip;q=0.8' } });
    expect(plain).toMatchObject({ text: script, headers: { vary: 'Accept-Encoding' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(gzipSync(script).length),
      vary: 'Accept-Encoding',
    });
    expect(compressed.headers.etag).not.toBe(plain.headers.etag);
    for (const header of ['gzip;q=0', 'br', 'identity', '*;q=0.0']) {
      expect((await get(path, { headers: { 'Accept-Encoding': header } })).text).toBe(script);
    }
  });

  it('HEAD has the headers and no body', async () => {
    const head = await get('/docs/guides/errors', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '15' } });
  });

  it('405 for any other method', async () => {
    const response = await get('/docs/', { method: 'POST' });
    expect(response).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect(JSON.parse(response.text).error.messageKey).toBe('method_not_allowed');
  });

  it.each([
    '/docs/unknown',
    '/docs/../secret.txt',
    '/docs/..%2fsecret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/..\\secret.txt',
    '/docs/assets/../../secret.txt',
    '/docs//etc/passwd',
    '/docs/index.html%00.js',
    '/docs/assets/app.1a2b3c4d.js.gz',
    '/docs/assets',
    '/docs/%',
    '/docs/constructor',
  ])('404 with the page of the site for %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, text: '<h1>Nothing here</h1>' });
  });

  it('does not handle other paths', async () => {
    for (const path of ['/', '/docsify', '/DOCS/', '/openapi']) {
      expect(await get(path)).toMatchObject({
        status: 404,
        headers: { 'content-type': 'application/json; charset=utf-8' },
      });
    }
  });

  it('404 as for any unknown path if the site was not built', async () => {
    const response = await get('/docs/', { port: await listen(join(folder, 'nowhere')) });
    expect(JSON.parse(response.text).error.messageKey).toBe('route_not_found');
  });

  it('is served as soon as it is built, whatever was requested before', async () => {
    const site = join(folder, 'later');
    const later = { port: await listen(site) };
    expect(await get('/docs/', later)).toMatchObject({ status: 404 });
    await build(site, { 'index.html': '<h1>Home</h1>', 'logo.svg': '<svg/>' });
    await put(site, 'logo.svg', '<sv');
    expect(await get('/docs/', later)).toMatchObject({ status: 404 });
    await put(site, 'logo.svg', '<svg/>');
    expect(await get('/docs/', later)).toMatchObject({ status: 200, text: '<h1>Home</h1>' });
  });
});

describe('GET /docs while the site is built in the background', () => {
  it('503 with a page that reloads itself, and the site once it is built', async () => {
    const site = join(folder, 'background');
    const state: { -readonly [Key in keyof DocsBuild]: DocsBuild[Key] } = { state: 'building', revision: 0 };
    const background = { port: await listen(site, state) };
    const page = await get('/docs/guides/errors', background);
    expect(page).toMatchObject({
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'retry-after': '2',
        'cache-control': 'no-store',
      },
    });
    expect(page.text).toContain('<h1>The documentation is being built</h1>');
    expect(page.text).toContain('<meta http-equiv="refresh" content="2">');
    await build(site, { 'index.html': '<h1>First</h1>' });
    Object.assign(state, { state: 'built', revision: 1 });
    expect(await get('/docs/', background)).toMatchObject({ status: 200, text: '<h1>First</h1>' });
  });

  it('serves the previous site during the build, and the new one afterwards', async () => {
    const site = join(folder, 'again');
    await build(site, { 'index.html': '<h1>Former</h1>' });
    const state: { -readonly [Key in keyof DocsBuild]: DocsBuild[Key] } = { state: 'building', revision: 0 };
    const again = { port: await listen(site, state) };
    expect(await get('/docs/', again)).toMatchObject({ status: 200, text: '<h1>Former</h1>' });
    await put(site, 'index.html', '<h1>Half');
    expect(await get('/docs/', again)).toMatchObject({ status: 200, text: '<h1>Former</h1>' });
    await build(site, { 'index.html': '<h1>New</h1>' });
    Object.assign(state, { state: 'built', revision: 1 });
    expect(await get('/docs/', again)).toMatchObject({ status: 200, text: '<h1>New</h1>' });
  });

  it('503 with a page that says that the build has failed, and does not reload', async () => {
    const failed = await listen(join(folder, 'failed'), { state: 'failed', revision: 1 });
    const page = await get('/docs', { port: failed });
    expect(page).toMatchObject({ status: 503 });
    expect(page.text).toContain('<h1>The documentation could not be built</h1>');
    expect(page.text).toContain('<code>npm run site</code> shows why the build fails.');
    expect(page.text).not.toContain('refresh');
    expect(page.headers['retry-after']).toBeUndefined();
  });
});
