import { expect, test } from '@jest/globals';
import { cancelCampaign, sendMessage, startOccurrence, takeMessage } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();

test('a message behind one of a canceled campaign goes at once, and nobody is called twice', async () => {
  const prepared = await prepareCampaign(worlds, {
    contactCount: 1,
    steps: [
      { type: 'send_message', text: 'First' },
      { type: 'send_message', text: 'Second' },
    ],
  });
  const { campaign, context } = prepared;
  await startOccurrence(context, campaign.id);
  await prepared.runAll();
  const { chatId } = await worlds.database.prisma.message.findFirstOrThrow({
    where: { tenantId: context.tenantId },
  });
  const own = { to: { chatId }, text: 'Your order is here.', publicUrl: 'https://parley.example' };
  const behind = await sendMessage(context, own);
  const last = await sendMessage(context, own);
  const jobsOf = (messageId: string) => findJobs(worlds.database, 'send-message', messageId);
  const take = (messageId: string) =>
    takeMessage(context, {
      messageId,
      leaseToken: messageId,
      leaseMs: 60_000,
      maxAttempts: 5,
      isRepeatable: () => false,
      takeTurn: async () => context.now(),
    });
  // Its job finds the campaign's messages before it, and is put off.
  await worlds.database.pool.query('delete from graphile_worker._private_jobs');
  expect(await take(behind.id)).toBeNull();
  expect(await jobsOf(behind.id)).toMatchObject([{ runAt: new Date('2026-11-14T09:30:30.000Z') }]);

  await cancelCampaign(context, campaign.id);
  expect(await jobsOf(behind.id)).toMatchObject([{ runAt: context.now() }]);
  expect(await jobsOf(last.id)).toEqual([]);
  expect(await take(behind.id)).toMatchObject({ id: behind.id });
});
