import { afterEach, describe, expect, it } from '@jest/globals';
import { checkConformance, type Finding } from '../src/index.js';
import { shopDocument } from './planted/shop-document.js';
import { type Plant, type Shop, startShop } from './planted/shop-server.js';

let shop: Shop;
afterEach(() => shop.stop());

/** Reads an empty query value, `tags=`, as a list without items. */
const lenient: Plant = {
  before: ({ query }) => {
    if (query.getAll('tags').join('') === '') query.delete('tags');
    return undefined;
  },
};

/** Finds the findings about tags, whose minimum number of items is given. */
async function findTags(minItems: number): Promise<readonly Finding[]> {
  shop = await startShop(lenient);
  const { get } = shopDocument.paths['/items'];
  const parameters = get.parameters.map((parameter) =>
    parameter.name === 'tags' ? { ...parameter, schema: { ...parameter.schema, minItems } } : parameter,
  );
  const { findings } = await checkConformance({
    document: { ...shopDocument, paths: { '/items': { get: { ...get, parameters } } } },
    baseUrl: shop.url,
    token: shop.token,
    seed: 3,
    requestsPerOperation: 200,
  });
  return findings.filter(({ expected }) => expected.includes('tags'));
}

describe('an empty list in a query', () => {
  it('is not a violation if the list may be empty', async () => {
    expect(await findTags(0)).toEqual([]);
  });

  it('is a violation if it may not be empty', async () => {
    const findings = await findTags(1);
    expect(findings.map(({ curl }) => curl)).toContainEqual(expect.stringMatching(/tags=(&|'|$)/));
  });
});
