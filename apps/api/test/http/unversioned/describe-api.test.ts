import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import express from 'express';
import type { DocsBuild } from '../../../src/http/docs/docs-build.js';
import { hasDocs } from '../../../src/http/docs/has-docs.js';
import { createServer } from '../../../src/http/request/create-server.js';
import { createContextStarter } from '../../../src/http/request/request-context.js';
import { securityHeaders } from '../../../src/http/response/security-headers.js';
import { describeIndex, describeVersion } from '../../../src/http/unversioned/describe-api.js';
import { smallVersion } from '../support/small-version.js';

const publicUrl = 'https://api.example';

const folder = makeTestFolder('index');
const servers: Server[] = [];

afterAll(async () => {
  for (const server of servers) server.close();
});

async function listen(build?: DocsBuild): Promise<string> {
  const version = smallVersion();
  const description = {
    publicUrl,
    versions: [version],
    hasMetrics: true,
    hasDocs: () => hasDocs(folder, build),
  };
  const app = express();
  app.use(createContextStarter(securityHeaders(publicUrl)));
  app.get('/', describeIndex(description)).get('/v3', describeVersion(version, description));
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  // A server that listens on a port has an address object with the port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function open(url: string) {
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const response = await fetch(url, { redirect: 'manual', headers });
  const text = await response.text();
  return { status: response.status, location: response.headers.get('location'), text };
}

describe('GET / and GET /v3 for a browser', () => {
  it('describe the API and redirect nowhere if there is no site and no build of it', async () => {
    const url = await listen();
    const index = await open(`${url}/`);
    expect(index).toMatchObject({ status: 200, location: null });
    expect(JSON.parse(index.text)).toMatchObject({ data: { name: 'Parley', docsUrl: null } });
    expect(JSON.parse((await open(`${url}/v3`)).text)).toMatchObject({ data: { docsUrl: null } });
  });

  it('redirect to the page about a running or failed build, and to the site once it is built', async () => {
    const redirect = { status: 302, location: '/docs/' };
    for (const state of ['building', 'failed'] as const) {
      expect(await open(`${await listen({ state, revision: 0 })}/`)).toMatchObject(redirect);
    }
    const url = await listen();
    await writeFile(join(folder, 'files.json'), '{}');
    expect(await open(`${url}/`)).toMatchObject(redirect);
    expect(JSON.parse((await open(`${url}/v3`)).text)).toMatchObject({
      data: { docsUrl: `${publicUrl}/docs/reference/v3` },
    });
  });
});
