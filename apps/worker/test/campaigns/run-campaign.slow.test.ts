import { describe, expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { useWorker } from '../support/use-worker.js';
import { launchCampaign } from './launch-campaign.js';

jest.setTimeout(120_000);

const running = useWorker();

describe('the worker runs campaigns', () => {
  test('repeatedly by its rules, until they are exhausted', async () => {
    // The first hour began almost an hour ago, so that the second is due in a few seconds.
    const begun = new Date(running.now().getTime() - 60 * 60 * 1000 + 6_000);
    const { id, read } = await launchCampaign(running, {
      contactCount: 2,
      scheduledAt: begun.toISOString(),
      recurrenceRules: ['FREQ=HOURLY;COUNT=2'],
    });
    await waitUntil(async () => (await read()).status === 'completed');
    expect((await read()).totals).toMatchObject({ recipients: 2, sent: 2, skipped: 2, pending: 0 });
    expect(await running.database.prisma.campaignOccurrence.count({ where: { campaignId: id } })).toBe(2);
  });
});
