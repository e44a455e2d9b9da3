import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ConformanceReport, checkConformance, faultKinds, renderFindings } from '../src/index.js';
import { shopDocument } from './planted/shop-document.js';
import { type Shop, startShop } from './planted/shop-server.js';

let shop: Shop;
let report: ConformanceReport;

beforeAll(async () => {
  shop = await startShop();
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

describe('a server that does what its document says', () => {
  it('gives no finding', () => {
    expect(renderFindings(report.findings)).toBe('');
  });

  it('is tried with every operation, and every operation succeeds', () => {
    expect(report.operations.map(({ id, succeeded }) => [id, succeeded > 0])).toEqual([
      ['listItems', true],
      ['createItem', true],
      ['getItem', true],
      ['deleteItem', true],
      ['orderItem', true],
    ]);
  });

  it('is tried with every kind of fault', () => {
    const tried = report.operations.flatMap(({ faults }) => Object.keys(faults));
    expect(faultKinds.filter((kind) => !tried.includes(kind))).toEqual([]);
  });
});
