import { expect, test } from '@jest/globals';
import { createCampaign } from '../../src/index.js';
import { recordRoundTrips } from '../testkit.js';
import { newPhoneNumber, useCampaigns } from './use-campaigns.js';

/** Compares the statements for a few contacts with those for many. */
export function describeCampaignSize(many: number): void {
  const { worlds, base, context } = useCampaigns();

  test(`${many.toLocaleString('en')} contacts take as many statements as 5`, async () => {
    const counts = [];
    for (const size of [5, many]) {
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
      counts.push(await countStatements(create));
      expect(await database.prisma.campaignRecipient.count({ where: { campaignId } })).toBe(size);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeGreaterThan(5);
    expect(counts[0]).toBeLessThanOrEqual(20);
  });
}

/** Counts the statements of every connection: a transaction of Prisma takes its own from the pool. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { roundTrips } = await recordRoundTrips(work);
  // Nothing waits for the notification of workers, so it may come later.
  return roundTrips.flat().filter((statement) => !statement.includes('pg_notify')).length;
}
