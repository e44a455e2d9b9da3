import { afterEach, describe, expect, it } from '@jest/globals';
import { type ConformanceReport, checkConformance, renderFindings, renderReport } from '../src/index.js';
import { shopDocument } from './planted/shop-document.js';
import { type Plant, refuse, reply, type Shop, startShop } from './planted/shop-server.js';

let shop: Shop;
afterEach(() => shop.stop());

async function check(plant: Plant, options = {}): Promise<ConformanceReport> {
  shop = await startShop(plant);
  const { url: baseUrl, token } = shop;
  const only = ['createItem'];
  return checkConformance({
    document: shopDocument,
    baseUrl,
    token,
    only,
    seed: 31,
    strict: true,
    ...options,
  });
}

function unjudgedIn({ operations }: ConformanceReport): number {
  return operations.reduce((sum, { unjudged }) => sum + unjudged, 0);
}

const isCreation = ({ method }: { method: string }) => method === 'POST';

describe('a request with a mutation that gets 404 or 409', () => {
  it('stays unjudged if it gets the same status without its mutation, and the report counts it', async () => {
    const report = await check({ before: (exchange) => (isCreation(exchange) ? refuse(409) : undefined) });
    const ofFields = report.findings.filter(
      ({ mutation }) => mutation !== undefined && !/credentials/.test(mutation),
    );
    expect(renderFindings(ofFields)).toBe('');
    expect(unjudgedIn(report)).toBeGreaterThan(5);
    expect(renderReport(report)).toContain(`${unjudgedIn(report)} mutated requests unjudged`);
  });

  it('is a finding if the same request without its mutation succeeds', async () => {
    const after: Plant['after'] = (right) => (right.status === 400 ? refuse(404) : right);
    const report = await check({ after });
    const [finding] = report.findings.filter(({ mutation }) => mutation === 'out-of-range');
    expect(finding).toMatchObject({
      rule: 'invalid-is-refused',
      expected: expect.stringMatching(/^a refusal because of its mutation/),
      received: expect.stringMatching(/^404, although the same request without the mutation gets 201/),
    });
  });

  it('may get 404 for a malformed identifier', async () => {
    const isOfIdentifier = /"itemId":\{"why":"(?!missing-required)/;
    const plant: Plant = {
      after: (right) => (right.status === 400 && isOfIdentifier.test(right.body ?? '') ? refuse(404) : right),
    };
    const report = await check(plant, { only: ['createItem', 'orderItem'] });
    expect(renderFindings(report.findings)).toBe('');
    expect(unjudgedIn(report)).toBeGreaterThan(0);
  });

  it('may get 404 where the document declares no status for invalid values', async () => {
    const { '400': _, ...responses } = shopDocument.paths['/items'].post.responses;
    const post = { ...shopDocument.paths['/items'].post, responses };
    const document = { ...shopDocument, paths: { ...shopDocument.paths, '/items': { post } } };
    const after: Plant['after'] = (right) => (right.status === 400 ? refuse(409) : right);
    const report = await check({ after }, { document });
    expect(report.findings.map(({ rule }) => rule)).not.toContain('invalid-is-refused');
  });
});

describe('an idempotency key', () => {
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', enum: ['the-only-key'] },
  };
  const post = { ...shopDocument.paths['/items'].post, parameters: [header] };
  const document = { ...shopDocument, paths: { '/items': { post } } };
  const item = { id: 'a1', name: 'Ball', price: 3, kind: 'toy', tags: [] };

  it('that was used before causes no finding: the request is repeated without it', async () => {
    const first: { body?: string } = {};
    const report = await check(
      {
        before: ({ headers, body }) => {
          if (headers['idempotency-key'] === undefined) return undefined;
          first.body ??= body.toString();
          return first.body === body.toString() ? reply(201, item) : refuse(409);
        },
      },
      { document },
    );
    const ofFields = report.findings.filter(
      ({ mutation }) => mutation !== undefined && !/credentials/.test(mutation),
    );
    expect(renderFindings(ofFields)).toBe('');
    expect(report.operations[0]?.statuses['409']).toBeGreaterThan(0);
    expect(report.operations[0]?.statuses['400']).toBeGreaterThan(0);
  });

  it('that is itself invalid may be refused with 409: without it the request would be valid', async () => {
    const right = /^[a-z]{8,20}$/;
    const strict = { ...header, schema: { type: 'string', minLength: 8, pattern: right.source } };
    const paths = { '/items': { post: { ...post, parameters: [strict] } } };
    const report = await check(
      {
        before: ({ headers: { 'idempotency-key': key } }) =>
          key === undefined || right.test(String(key)) ? undefined : refuse(409),
      },
      { document: { ...document, paths }, requestsPerOperation: 120 },
    );
    expect(renderFindings(report.findings)).toBe('');
    const refused = report.operations[0]?.statuses['409'];
    expect(refused).toBeGreaterThan(0);
    expect(unjudgedIn(report)).toBeGreaterThanOrEqual(Number(refused));
  });
});
