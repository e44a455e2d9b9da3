import { describe, expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { useWorker } from '../support/use-worker.js';
import { launchCampaign } from './launch-campaign.js';

jest.setTimeout(120_000);

const running = useWorker();

describe('the worker runs campaigns', () => {
  test('from the start to the last message read, skipping a contact who has unsubscribed', async () => {
    const { channelId, read } = await launchCampaign(running);
    await waitUntil(async () => (await read()).status === 'completed' && (await read()).totals.read === 4);
    expect((await read()).totals).toEqual({
      recipients: 5,
      pending: 0,
      sent: 4,
      delivered: 4,
      read: 4,
      failed: 0,
      skipped: 1,
      canceled: 0,
      replied: 0,
      optedOut: 0,
    });
    const messages = await running.database.prisma.message.findMany({ where: { channelId } });
    expect(messages.map(({ text }) => text)).toEqual(Array(4).fill('Hello Ada, A-1'));
  });
});
