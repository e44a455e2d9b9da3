import { describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { checkConformance } from '../src/index.js';
import { shopDocument } from './planted/shop-document.js';
import { startShop } from './planted/shop-server.js';

const shop = useResource(
  () => startShop(),
  ({ stop }) => stop(),
);

describe('a run that could test nothing is refused', () => {
  it.each([
    ['no document', { document: '/nowhere/openapi.yaml' }, /\/nowhere\/openapi\.yaml cannot be read: ENOENT/],
    [
      'a document of another kind',
      { document: { swagger: '2.0' } },
      /An OpenAPI 3\.1 document is needed\. It declares 2\.0\./,
    ],
    ['something else', { document: { name: 'package' } }, /It does not declare its version\./],
    ['no address', { baseUrl: 'localhost' }, /localhost is not the URL of a server/],
    [
      'a token that the server refuses',
      { token: 'wrong' },
      /The server refuses the token: every request got a 401\./,
    ],
  ])('for %s', async (_, options, message) => {
    const { url: baseUrl, token } = shop;
    await expect(checkConformance({ document: shopDocument, baseUrl, token, ...options })).rejects.toThrow(
      message,
    );
  });

  it('and a wrong URL is reported', async () => {
    const { token } = shop;
    const baseUrl = `${shop.url}/elsewhere`;
    const { notes } = await checkConformance({
      document: shopDocument,
      baseUrl,
      token,
      requestsPerOperation: 3,
      only: ['getItem'],
    });
    expect(notes).toContain(`Every request got a 404: is ${baseUrl} where the document's paths begin?`);
  });

  it('and a server that stops ends the run, with the last request to it', async () => {
    let requests = 0;
    const dying = await startShop({
      before: () => {
        requests += 1;
        if (requests === 40) void dying.stop();
        return requests >= 40 ? 'failure' : undefined;
      },
    });
    const { url: baseUrl, token } = dying;
    const { notes, findings } = await checkConformance({
      document: shopDocument,
      baseUrl,
      token,
      timeoutMs: 500,
    });
    expect(notes).toContain('The server stopped accepting connections; nothing was tested after that.');
    expect(findings.map(({ rule }) => rule)).toContain('responds');
    expect(requests).toBeLessThan(45);
  });
});
