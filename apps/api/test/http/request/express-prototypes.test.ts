import { once } from 'node:events';
import http, { type Server } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import express, { type Express } from 'express';
import { createServer } from '../../../src/http/request/create-server.js';

describe('the prototypes of a request and its response', () => {
  // When this test fails, Express no longer replaces them, and `createServer` need not prepare them
  // (docs/decisions/0029).
  test('are replaced by Express on an ordinary server', async () => {
    expect(await countReplaced((app) => http.createServer(app))).toBe(2);
  });

  test('are unchanged on our server', async () => {
    expect(await countReplaced((app) => createServer(app))).toBe(0);
  });
});

/** Sends a request, and counts the prototypes that differ before and after Express. */
async function countReplaced(serve: (app: Express) => Server): Promise<number> {
  const app = express();
  const seen: unknown[] = [];
  app.use((request, response) => {
    seen.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    response.end();
  });
  const server = serve(app);
  const before: unknown[] = [];
  server.prependListener('request', (request, response) => {
    before.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await fetch(`http://127.0.0.1:${port}/`);
  server.closeAllConnections();
  await once(server.close(), 'close');
  expect(seen).toHaveLength(2);
  return seen.filter((prototype, index) => prototype !== before[index]).length;
}
