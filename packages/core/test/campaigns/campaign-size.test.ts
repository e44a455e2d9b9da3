import { describe, expect, test } from '@jest/globals';
import type { Database } from '@parley/database';
import { createCampaign } from '../../src/index.js';
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
      const { database } = worlds;
      let campaignId = '';
      const create = async () => {
        campaignId = (await createCampaign(context(), { ...base(), contacts: entries })).id;
      };
      counts.push(await countStatements(database, create));
      expect(await database.prisma.campaignRecipient.count({ where: { campaignId } })).toBe(size);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeGreaterThan(5);
    expect(counts[0]).toBeLessThanOrEqual(20);
  });
});

/** Counts the statements of every connection: a transaction of Prisma takes its own from the pool. */
async function countStatements({ pool }: Database, work: () => Promise<unknown>): Promise<number> {
  const client = await pool.connect();
  const prototype = Object.getPrototypeOf(client);
  client.release();
  const { query } = prototype;
  let count = 0;
  prototype.query = function counted(...values: unknown[]) {
    // Nothing waits for the notification of workers, so it may come later.
    if (!String(Object(values[0]).text).includes('pg_notify')) count += 1;
    return Reflect.apply(query, this, values);
  };
  try {
    await work();
    return count;
  } finally {
    prototype.query = query;
  }
}
