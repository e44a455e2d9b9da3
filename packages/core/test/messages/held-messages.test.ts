import { describe, expect, test } from '@jest/globals';
import { cancelCampaign, newId, postponeSending, type QuietHours, sendMessage } from '../../src/index.js';
import { prepareCampaign } from '../campaigns/prepare-campaign.js';
import { findJobs } from '../find-jobs.js';
import { useWorlds } from '../use-worlds.js';
import { publicUrl } from './received-message.js';
import { claimMessage, completeOne } from './send-one.js';

const worlds = useWorlds();
const minute = 60_000;

// The clock of the tests starts at 2026-11-14T09:30:00Z, half an hour before the quiet hours.
const quietHours: QuietHours = { from: '10:00', to: '12:00', timeZone: 'UTC' };
const end = '2026-11-14T12:00:00.000Z';

/** Prepares a campaign that has enqueued these messages to one contact before the quiet hours begin. */
async function prepare(texts: readonly string[] = ['Offer'], hours: QuietHours = quietHours) {
  const steps = texts.map((text) => ({ type: 'send_message', text }) as const);
  const prepared = await prepareCampaign(worlds, { contactCount: 1, steps });
  const { context } = prepared;
  const { prisma } = worlds.database;
  await prepared.send();
  const where = { tenantId: context.tenantId };
  await prisma.channel.updateMany({ where, data: { quietHours: { ...hours } } });
  const messages = await prisma.message.findMany({ where, orderBy: { id: 'asc' } });
  const [first, second] = messages;
  if (first === undefined) throw new Error('The campaign has sent no message');
  return {
    ...prepared,
    id: first.id,
    secondId: second?.id ?? '',
    chatId: first.chatId,
    claim: (messageId: string, rules: Partial<Parameters<typeof claimMessage>[1]> = {}) =>
      claimMessage(context, { messageId, leaseToken: newId(), ...rules }),
    read: (id = first.id) => prisma.message.findFirstOrThrow({ where: { id } }),
    update: (data: object, id = first.id) => prisma.message.updateMany({ where: { id }, data }),
  };
}

const dueAt = async (id: string) =>
  (await findJobs(worlds.database, 'send-message', id)).map(({ runAt }) => runAt.toISOString());

describe('a queued message of a campaign in the quiet hours of its channel', () => {
  test('waits until they end, also when its slot in the rate limit lies in them, and is then sent once', async () => {
    const { context, claim, id, read } = await prepare();
    const slot = new Date(context.now().getTime() + 31 * minute);
    expect(await claim(id, { reserveSlot: async () => slot })).toBeNull();
    expect(await dueAt(id)).toEqual([slot.toISOString()]);
    context.clock.set(slot);
    expect(await claim(id)).toBeNull();
    expect(await dueAt(id)).toEqual([end]);
    // Messages that keep their slots of the day before would all be sent in the same moment.
    expect(await read()).toMatchObject({ status: 'pending', attemptCount: 0, turnAt: null });
    context.clock.set('2026-11-14T11:59:59.999Z');
    expect(await claim(id)).toBeNull();
    context.clock.set(end);
    expect(await claim(id)).toMatchObject({ id, attemptCount: 1 });
    expect(await claim(id)).toBeNull();
    expect(await read()).toMatchObject({ attemptCount: 1, heldUntil: null });
  });

  test('waits with its next attempt after the provider has failed', async () => {
    const { context, claim, id } = await prepare();
    context.clock.advance(29 * minute);
    const leaseToken = newId();
    expect(await claim(id, { leaseToken })).toMatchObject({ attemptCount: 1 });
    const retryAt = new Date(context.now().getTime() + 2 * minute);
    expect(await postponeSending(context, { messageId: id, leaseToken }, retryAt)).toBe(true);
    context.clock.set(retryAt);
    expect(await claim(id)).toBeNull();
    expect(await dueAt(id)).toEqual([end]);
    context.clock.set(end);
    expect(await claim(id)).toMatchObject({ attemptCount: 2 });
  });

  test('is not sent again after an interrupted attempt, unless the provider may receive it twice', async () => {
    const interrupt = async () => {
      const prepared = await prepare();
      prepared.context.clock.advance(30 * minute - 1);
      await prepared.claim(prepared.id);
      prepared.context.clock.advance(minute);
      return prepared;
    };
    const once = await interrupt();
    expect(await once.claim(once.id)).toBeNull();
    expect(await once.read()).toMatchObject({ status: 'failed', errors: [{ code: 'delivery_unknown' }] });
    const repeated = await interrupt();
    const isRepeatable = () => true;
    expect(await repeated.claim(repeated.id, { isRepeatable })).toBeNull();
    expect(await dueAt(repeated.id)).toEqual([end]);
    repeated.context.clock.set(end);
    expect(await repeated.claim(repeated.id, { isRepeatable })).toMatchObject({ attemptCount: 2 });
  });

  test('waits for the clock of its contact with the zone "contact"', async () => {
    const { context, claim, id } = await prepare(['Offer'], { ...quietHours, timeZone: 'contact' });
    await worlds.database.prisma.contact.updateMany({
      where: { tenantId: context.tenantId },
      data: { timeZone: 'Europe/Berlin' },
    });
    expect(await claim(id)).toBeNull();
    expect(await dueAt(id)).toEqual(['2026-11-14T11:00:00.000Z']);
  });

  test('lets the messages pass that are behind it in the chat and belong to no campaign', async () => {
    const { context, claim, id, secondId, chatId } = await prepare(['First', 'Second']);
    const own = await sendMessage(context, { to: { chatId }, text: 'Hello', publicUrl });
    context.clock.advance(30 * minute);
    expect(await claim(own.id)).toBeNull();
    context.clock.advance(1_000);
    expect(await claim(id)).toBeNull();
    expect(await dueAt(secondId)).toEqual([context.now().toISOString()]);
    expect(await claim(own.id)).toBeNull();
    expect(await claim(secondId)).toBeNull();
    expect([await dueAt(id), await dueAt(secondId)]).toEqual([[end], [end]]);
    expect(await dueAt(own.id)).toEqual([context.now().toISOString()]);
    const leaseToken = newId();
    const sent = await claim(own.id, { leaseToken });
    const channelId = sent?.channel.id ?? '';
    const attempt = { messageId: own.id, leaseToken, channelId, vendorId: newId(), isWalked: false };
    expect(await completeOne(context, attempt)).toBe(true);
    expect([await dueAt(id), await dueAt(secondId)]).toEqual([[end], [end]]);
    // When the quiet hours are over, the messages of the campaign are sent in their order again.
    context.clock.set(end);
    expect(await claim(secondId)).toBeNull();
    expect(await claim(id)).toMatchObject({ id });
  });

  test('is not overtaken by the next message of its campaign when the quiet hours are removed', async () => {
    const { context, claim, id, secondId, chatId, read } = await prepare(['First', 'Second']);
    context.clock.advance(30 * minute);
    expect(await claim(id)).toBeNull();
    await worlds.database.pool.query('update channels set quiet_hours = null where tenant_id = $1', [
      context.tenantId,
    ]);
    const own = await sendMessage(context, { to: { chatId }, text: 'Hello', publicUrl });
    context.clock.advance(1_000);
    expect(await claim(secondId)).toBeNull();
    expect([await dueAt(id), await dueAt(secondId)]).toEqual([[end], [end]]);
    expect(await read(secondId)).toMatchObject({ status: 'pending', attemptCount: 0 });
    // It delays no message that no campaign sends.
    expect(await dueAt(own.id)).toEqual([context.now().toISOString()]);
    expect(await claim(own.id)).toMatchObject({ id: own.id });
    context.clock.set(end);
    expect(await claim(secondId)).toBeNull();
    expect(await claim(id)).toMatchObject({ id });
  });

  test('is overtaken by a message that follows a reply of the contact', async () => {
    const { context, claim, id, secondId, update } = await prepare(['First', 'Second']);
    await update({ followsReply: true }, secondId);
    context.clock.advance(30 * minute);
    expect(await claim(id)).toBeNull();
    expect(await claim(secondId)).toMatchObject({ id: secondId });
  });

  test('is sent if it follows a reply of the contact', async () => {
    const { context, claim, id, update } = await prepare();
    await update({ followsReply: true });
    context.clock.advance(30 * minute);
    expect(await claim(id)).toMatchObject({ id });
  });

  test('fails when its campaign is canceled', async () => {
    const { campaign, context, claim, id, read } = await prepare();
    context.clock.advance(30 * minute);
    expect(await claim(id)).toBeNull();
    await cancelCampaign(context, campaign.id);
    expect(await read()).toMatchObject({ status: 'failed', errors: [{ code: 'campaign_canceled' }] });
    context.clock.set(end);
    expect(await claim(id)).toBeNull();
  });
});

test('quiet hours do not hold back a queued message that no campaign sends', async () => {
  const { context, claim, chatId, update } = await prepare();
  await update({ status: 'sent' });
  const { id } = await sendMessage(context, { to: { chatId }, text: 'Hello', publicUrl });
  context.clock.advance(30 * minute);
  expect(await claim(id)).toMatchObject({ id });
});
