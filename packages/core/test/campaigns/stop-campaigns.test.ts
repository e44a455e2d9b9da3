import { expect, test } from '@jest/globals';
import { cancelCampaign, newId, postponeSending, sendMessage } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { claimMessage } from '../messages/send-one.js';
import type { TestContext } from '../test-context.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();
const { database, prisma } = worlds;
const leaseMs = 60_000;

function claim(context: TestContext, messageId: string, isRepeatable = false) {
  return claimMessage(context, {
    messageId,
    leaseToken: messageId,
    leaseMs,
    isRepeatable: () => isRepeatable,
  });
}

test('a message behind one of a canceled campaign is due at once, and no job is added twice', async () => {
  const prepared = await prepareCampaign(worlds, {
    contactCount: 1,
    steps: [
      { type: 'send_message', text: 'First' },
      { type: 'send_message', text: 'Second' },
    ],
  });
  const { campaign, context } = prepared;
  await prepared.send();
  const { chatId } = await prisma.message.findFirstOrThrow({
    where: { tenantId: context.tenantId },
  });
  const own = { to: { chatId }, text: 'Your order is here.', publicUrl: 'https://parley.example' };
  const behind = await sendMessage(context, own);
  const last = await sendMessage(context, own);
  const jobsOf = (messageId: string) => findJobs(database, 'send-message', messageId);
  // The job of the message finds the campaign's messages before it, and is postponed.
  await database.pool.query('delete from graphile_worker._private_jobs');
  expect(await claim(context, behind.id)).toBeNull();
  expect(await jobsOf(behind.id)).toMatchObject([{ runAt: new Date('2026-11-14T09:30:30.000Z') }]);

  await cancelCampaign(context, campaign.id);
  expect(await jobsOf(behind.id)).toMatchObject([{ runAt: context.now() }]);
  expect(await jobsOf(last.id)).toEqual([]);
  expect(await claim(context, behind.id)).toMatchObject({ id: behind.id });
});

test('a message that is being sent when its campaign is canceled is not retried', async () => {
  const { campaign, context, ...prepared } = await prepareCampaign(worlds, { contactCount: 2 });
  const { tenantId } = context;
  await prepared.send();
  const [refused, cutOff] = (await prisma.message.findMany({ where: { tenantId } })).map(({ id }) => id);
  for (const id of [refused, cutOff]) expect(await claim(context, id ?? '', true)).toMatchObject({ id });
  await cancelCampaign(context, campaign.id);
  await database.pool.query('delete from graphile_worker._private_jobs');

  const attempt = { messageId: refused ?? '', leaseToken: refused ?? newId() };
  expect(await postponeSending(context, attempt, new Date('2027-01-01'))).toBe(true);
  expect(await findJobs(database, 'send-message', refused ?? '')).toMatchObject([{ runAt: context.now() }]);
  expect(await claim(context, refused ?? '', true)).toBeNull();
  context.clock.advance(leaseMs);
  expect(await claim(context, cutOff ?? '', true)).toBeNull();
  const read = (id = '') => prisma.message.findFirstOrThrow({ where: { id } });
  expect(await read(refused)).toMatchObject({ status: 'failed', errors: [{ code: 'campaign_canceled' }] });
  expect(await read(cutOff)).toMatchObject({ status: 'failed', errors: [{ code: 'delivery_unknown' }] });
  const sends = new Map((await prepared.sends()).map(({ messageId, status }) => [messageId, status]));
  expect([sends.get(refused ?? ''), sends.get(cutOff ?? '')]).toEqual(['canceled', 'failed']);
});

test('a waiting message of a campaign is not sent when its contact unsubscribes; other messages are', async () => {
  const { campaign, context, ...prepared } = await prepareCampaign(worlds, { contactCount: 2 });
  await prepared.send();
  const [waiting, cutOff] = await prisma.message.findMany({
    where: { tenantId: context.tenantId },
    include: { chat: true },
  });
  if (!waiting || !cutOff) throw new Error('There are no messages');
  expect(await claim(context, cutOff.id, true)).toMatchObject({ id: cutOff.id });
  await prisma.contact.updateMany({ where: { tenantId: context.tenantId }, data: { isSubscribed: false } });

  expect(await claim(context, waiting.id)).toBeNull();
  context.clock.advance(leaseMs);
  expect(await claim(context, cutOff.id, true)).toBeNull();
  const read = (id: string) => prisma.message.findFirstOrThrow({ where: { id } });
  expect(await read(waiting.id)).toMatchObject({ status: 'failed', errors: [{ code: 'unsubscribed' }] });
  expect(await read(cutOff.id)).toMatchObject({ status: 'failed', errors: [{ code: 'delivery_unknown' }] });
  const sends = new Map((await prepared.sends()).map((send) => [send.messageId, send]));
  expect(sends.get(waiting.id)).toMatchObject({ status: 'skipped', skippedReason: 'unsubscribed' });
  expect(sends.get(cutOff.id)).toMatchObject({ status: 'failed', skippedReason: null });

  const to = { chatId: waiting.chatId };
  const response = await sendMessage(context, {
    to,
    text: 'Your order.',
    publicUrl: 'https://parley.example',
  });
  expect(await claim(context, response.id)).toMatchObject({ id: response.id });
});
