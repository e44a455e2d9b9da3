import { describe, expect, it } from '@jest/globals';
import { checkConformance, type Finding, mutationKinds, rules } from '../src/index.js';
import type { Planted } from './planted/planted.js';
import { plants } from './planted/plants.js';
import { shopDocument } from './planted/shop-document.js';
import { startShop } from './planted/shop-server.js';

async function findIn(
  { plant, options, operation = 'createItem' }: Planted,
  seed: number,
): Promise<readonly Finding[]> {
  const shop = await startShop(plant);
  try {
    const { findings } = await checkConformance({
      document: shopDocument,
      baseUrl: shop.url,
      token: shop.token,
      seed,
      strict: true,
      bodyLimit: 'x-limit',
      requestsPerOperation: 50,
      // A deletion needs creations and reads as well.
      only: operation === 'createItem' || operation === 'listItems' ? [operation] : [],
      ...options,
    });
    return findings;
  } finally {
    await shop.stop();
  }
}

async function expectFound(planted: Planted, seed = 11): Promise<void> {
  const findings = await findIn(planted, seed);
  const { rule, mutation, operation = 'createItem', curl = '' } = planted;
  const expected = { rule, operationId: operation, ...(mutation && { mutation }), seed };
  expect(findings).toContainEqual(expect.objectContaining(expected));
  const found = findings.filter((finding) => finding.rule === rule && finding.mutation === mutation);
  expect(found.map((finding) => finding.curl).join('\n')).toMatch(curl);
  expect(findings.map((finding) => finding.curl).join('\n')).not.toContain('shop-token');
}

const named = (list: readonly Planted[]) => list.map((planted) => [planted.name, planted] as const);

describe('a server that accepts invalid requests', () => {
  it.each(named(plants.overlooked))('is detected: %s', (_, planted) => expectFound(planted));
});

describe('a mutation that few requests have', () => {
  const rare = plants.overlooked.filter(
    ({ mutation }) => mutation === 'wrong-media-type' || mutation === 'bad-utf8',
  );
  const seeds = [12, 13, 14, 15];
  const cases = rare.flatMap((planted) => seeds.map((seed) => [planted.name, seed, planted] as const));

  it.each(cases)('is found with every seed: %s, %i', (_, seed, planted) => expectFound(planted, seed));
});

describe('a server that fails', () => {
  it.each(named(plants.failing))('is detected: %s', (_, planted) => expectFound(planted));
});

describe('a server with undeclared responses', () => {
  it.each(named(plants.undeclared))('is detected: %s', (_, planted) => expectFound(planted));
});

describe('a server that violates another rule', () => {
  it.each(named(plants.others))('is detected: %s', (_, planted) => expectFound(planted));
});

describe('the table of planted defects', () => {
  const all = Object.values(plants).flat();

  it('has every kind of mutation', () => {
    expect(mutationKinds.filter((kind) => !all.some(({ mutation }) => mutation === kind))).toEqual([]);
  });

  it('has every rule', () => {
    expect(Object.keys(rules).filter((rule) => !all.some((planted) => planted.rule === rule))).toEqual([]);
  });
});
