import { afterEach, describe, expect, it } from '@jest/globals';
import { checkConformance } from '../src/index.js';
import { shopDocument } from './planted/shop-document.js';
import { reply, type Shop, startShop } from './planted/shop-server.js';

let shop: Shop;
afterEach(() => shop.stop());

async function bodiesFound(): Promise<unknown[]> {
  const { url: baseUrl, token } = shop;
  const only = ['createItem'];
  const options = { baseUrl, token, only, seed: 21, requestsPerOperation: 160 };
  const { findings } = await checkConformance({ document: shopDocument, ...options });
  return findings.map(({ curl }) => JSON.parse(/--data-binary '(.*?)' 'http/.exec(curl)?.[1] ?? 'null'));
}

describe('a finding is as small as possible', () => {
  it('when a valid request fails', async () => {
    const fails = (body: string) =>
      Number(/"price":(\d+)/.exec(body)?.[1]) > 500 && body.includes('"madeAt":"');
    shop = await startShop({ before: ({ body }) => (fails(body.toString()) ? reply(500, {}) : undefined) });
    const [body] = await bodiesFound();
    expect(body).toMatchObject({ price: 501, kind: 'book' });
    expect(Object.keys(Object(body)).sort()).toEqual(['kind', 'madeAt', 'name', 'price']);
  });

  it('when a mutation is accepted: only required parts and the mutation are left', async () => {
    shop = await startShop({ overlooks: (field) => /^tags\.\d+$/.test(field) });
    const bodies = await bodiesFound();
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) {
      expect(Object.keys(Object(body)).sort()).toEqual(['kind', 'name', 'price', 'tags']);
      expect(Object(body).tags).toHaveLength(1);
    }
  });
});
