import { describe, expect, test } from '@jest/globals';
import { createCampaign } from '../../src/index.js';
import type { TestContext } from '../test-context.js';
import { newPhoneNumber, useCampaigns } from './use-campaigns.js';

const { worlds, base, context } = useCampaigns();

describe('the size of a campaign', () => {
  test('5,000 contacts take as many statements as 5', async () => {
    const counts = [];
    for (const size of [5, 5_000]) {
      const entries = Array.from({ length: size }, (_, index) => ({
        phoneNumber: newPhoneNumber(),
        email: `bulk${size}-${index}@example.com`,
        firstName: 'Ada',
        attributes: [{ externalId: 'city', value: 'Berlin' }],
        labels: [{ name: `Bulk ${index % 10}` }, { name: `Size ${size}` }],
      }));
      const counted = countStatements(context());
      const { id } = await createCampaign(counted.context, { ...base(), contacts: entries });
      counts.push(counted.count());
      expect(await worlds.database.prisma.campaignRecipient.count({ where: { campaignId: id } })).toBe(size);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeGreaterThan(5);
    expect(counts[0]).toBeLessThanOrEqual(20);
  });
});

/** Counts the statements on the one connection of a transaction. */
function countStatements(original: TestContext) {
  let count = 0;
  const { database } = original;
  const pool = Object.create(database.pool, {
    query: { value: database.pool.query.bind(database.pool) },
    connect: {
      value: async () => {
        const client = await database.pool.connect();
        return Object.create(client, {
          query: {
            value: (...values: Parameters<typeof client.query>) => {
              count += 1;
              return client.query(...values);
            },
          },
          release: { value: (error?: Error) => client.release(error) },
        });
      },
    },
  });
  const counted = { ...database, pool };
  return { context: { ...original, database: counted }, count: () => count };
}
