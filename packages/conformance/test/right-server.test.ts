import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ConformanceReport, checkConformance, mutationKinds, renderFindings } from '../src/index.js';
import { shopDocument } from './planted/shop-document.js';
import { type Shop, startShop } from './planted/shop-server.js';

let shop: Shop;
let report: ConformanceReport;
/** The bodies from which the server created items. */
const bodies: string[] = [];

beforeAll(async () => {
  shop = await startShop({
    before: ({ method, path, body }) => {
      if (method === 'POST' && path === '/shop/items') bodies.push(body.toString());
      return undefined;
    },
  });
  const { url: baseUrl, token } = shop;
  report = await checkConformance({
    document: shopDocument,
    baseUrl,
    token,
    seed: 7,
    strict: true,
    bodyLimit: 'x-limit',
    // Request ids are declared; nothing else is sent beyond HTTP.
    requestsPerOperation: 120,
  });
});

afterAll(() => shop.stop());

describe('a server that implements its document', () => {
  it('causes no finding', () => {
    expect(renderFindings(report.findings)).toBe('');
  });

  it('is tested with every operation, and every operation succeeds', () => {
    expect(report.operations.map(({ id, succeeded }) => [id, succeeded > 0])).toEqual([
      ['listItems', true],
      ['createItem', true],
      ['getItem', true],
      ['deleteItem', true],
      ['orderItem', true],
    ]);
  });

  it('is tested with every kind of mutation that a request with a body can have', () => {
    const tried = Object.keys(creation()?.mutations ?? {});
    expect(mutationKinds.filter((kind) => !tried.includes(kind))).toEqual(['wrong-style']);
    expect(Object.keys(creation()?.bodyMutations ?? {})).toEqual(
      expect.arrayContaining(['unknown-key', 'prototype-key']),
    );
  });

  it('gets as many bodies with an unknown key as the report says', () => {
    const unknown = bodies.filter((body) => body.includes('"undeclaredByTheDocument":'));
    expect(unknown).toHaveLength(creation()?.bodyMutations['unknown-key'] ?? 0);
    expect(unknown.length).toBeGreaterThan(0);
  });

  it('is tested with queries that are not written as declared', () => {
    const list = report.operations.find(({ id }) => id === 'listItems');
    expect(list?.mutations['wrong-style']).toBeGreaterThan(0);
    expect(list?.bodyMutations).toEqual({});
  });
});

function creation() {
  return report.operations.find(({ id }) => id === 'createItem');
}
