import { afterEach, describe, expect, it } from '@jest/globals';
import { checkConformance } from '../src/index.js';
import { readWaitMs } from '../src/wire/read-limit.js';
import { createWire } from '../src/wire/wire.js';
import { shopDocument } from './planted/shop-document.js';
import { refuse, type Shop, startShop } from './planted/shop-server.js';

const request = { method: 'GET', target: '/shop/items?limit=1', headers: {}, body: undefined } as const;
const credentials = [{ kind: 'bearer', name: 'authorization' }] as const;

let shop: Shop;
afterEach(() => shop?.stop());

describe('a server that limits its callers', () => {
  it('gets the request again after the time that it requests, and the second response counts', async () => {
    let calls = 0;
    const limited = { ...refuse(429), headers: { 'retry-after': '7', 'content-type': 'application/json' } };
    shop = await startShop({
      before: () => {
        calls += 1;
        return calls <= 2 ? limited : undefined;
      },
    });
    const waits: number[] = [];
    const wire = createWire({
      baseUrl: shop.url,
      token: shop.token,
      headers: {},
      timeoutMs: 2000,
      connections: 1,
      maxWaitMs: 5000,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
      },
    });
    const outcome = await wire.send({ ...request, credentials });
    await wire.close();
    expect(outcome).toMatchObject({ status: 200 });
    // The wait is never longer than the caller allows.
    expect(waits).toEqual([5000, 5000]);
    expect(wire.count).toBe(3);
  });

  it('has its 429 checked like any other response', async () => {
    let calls = 0;
    shop = await startShop({
      before: () => {
        calls += 1;
        return calls === 2 ? { ...refuse(429), headers: { 'retry-after': '0' } } : undefined;
      },
    });
    const { url: baseUrl, token } = shop;
    const { findings } = await checkConformance({
      document: shopDocument,
      baseUrl,
      token,
      requestsPerOperation: 5,
      only: ['listItems'],
    });
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'status-is-declared', received: expect.stringContaining('429') }),
    );
  });

  const now = new Date('2026-11-14T09:30:00.000Z');
  const respond = (status: number, headers: Record<string, string>) => ({
    status,
    headers,
    body: Buffer.alloc(0),
  });

  it.each([
    ['seconds', respond(429, { 'retry-after': '17' }), 17_000],
    ['a date', respond(503, { 'retry-after': 'Sat, 14 Nov 2026 09:30:05 GMT' }), 5000],
    ['the reset as Unix time', respond(429, { 'x-ratelimit-reset': '1794648660' }), 60_000],
    ['the reset as seconds', respond(429, { 'ratelimit-reset': '3' }), 3000],
    ['nothing', respond(429, {}), 1000],
    [
      'that none is left',
      respond(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1794648601' }),
      1000,
    ],
    [
      'that some are left',
      respond(200, { 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '1794648660' }),
      0,
    ],
    ['when to retry', respond(200, { 'retry-after': '9' }), 0],
  ])('is understood from %s', (_, given, expected) => {
    expect(readWaitMs(given, now)).toBe(expected);
  });
});
