import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  addContactLabels,
  applyMessageStatus,
  changeChatStatus,
  claimDeliveries,
  claimMessages,
  completeSending,
  failSending,
  newId,
  recordAttempts,
  reserveSlots,
  sendMessage,
} from '../src/index.js';
import { ask } from './automations/prepare-question.js';
import { prepareRun, send } from './automations/prepare-run.js';
import { failed, inAMinute, now, pileUp } from './delivery-queue.js';
import { publicUrl } from './messages/received-message.js';
import { claimMessage, completeOne } from './messages/send-one.js';
import { roundTripsOf } from './round-trips-of.js';
import { type TestContext, withKey } from './test-context.js';
import { createChannel, createChat, createLabel, createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

beforeEach(async () => {
  await worlds.database.pool.query('delete from webhooks');
  await createWebhook(worlds.database, worlds.own.tenant.id);
});

async function prepareChat() {
  const { database, own } = worlds;
  const channel = await createChannel(database, own.tenant.id, { type: 'sms' });
  const chat = await createChat(database, own.tenant.id, { channelId: channel.id });
  return { context: worlds.context(), channelId: channel.id, chatId: chat.id, contactId: chat.contactId };
}

async function prepareMessage() {
  const prepared = await prepareChat();
  const { context, channelId, chatId } = prepared;
  const { id: messageId } = await sendMessage(context, { to: { chatId }, text: 'Hello', publicUrl });
  const leaseToken = newId();
  const claim = () =>
    claimMessage(context, {
      messageId,
      leaseToken,
      reserveSlot: (transaction, { id }) =>
        reserveSlots(transaction, context, {
          channelId: id,
          count: 1,
          messagesPerSecond: 10,
          notBefore: new Date(context.now().getTime() - 1_000),
        }),
    });
  return { ...prepared, claim, attempt: { messageId, leaseToken, channelId, vendorId: `id-${messageId}` } };
}

describe('a message makes few round trips to the database', () => {
  test('three to claim it with a slot of its channel', async () => {
    const { claim } = await prepareMessage();
    const roundTrips = await roundTripsOf(claim);
    expect(roundTrips).toHaveLength(3);
    expect(roundTrips.at(-1)).toEqual(['lease-messages', 'commit']);
  });

  test('two to record that it was sent, with its event, its deliveries and their jobs', async () => {
    const { context, claim, attempt } = await prepareMessage();
    await claim();
    const roundTrips = await roundTripsOf(() => completeOne(context, { ...attempt, isWalked: true }));
    expect(roundTrips).toEqual([
      [expect.stringMatching(/^begin/), 'lock-vendor-ids', 'end-attempts-to-send'],
      ['wake-next-messages', 'add-job', expect.stringMatching(/; commit$/)],
    ]);
  });

  test('two to record that the provider rejects it', async () => {
    const { context, claim, attempt } = await prepareMessage();
    await claim();
    const error = { code: 'rejected', message: 'No.' };
    expect(await roundTripsOf(() => failSending(context, attempt, error))).toHaveLength(2);
  });

  test('three to record a status that the provider reports', async () => {
    const { context, claim, attempt } = await prepareMessage();
    await claim();
    await completeOne(context, { ...attempt, isWalked: false });
    const { channelId, vendorId: externalId } = attempt;
    const report = { channelId, externalId, reference: null, status: 'delivered', errors: [] } as const;
    expect(await roundTripsOf(() => applyMessageStatus(context, report))).toHaveLength(3);
  });
});

test('ten messages are claimed together, and recorded together, in as many round trips as one', async () => {
  const messages = await Promise.all(Array.from({ length: 10 }, prepareMessage));
  const [first] = messages;
  if (first === undefined) throw new Error('There are no messages');
  const attempts = messages.map(({ attempt }) => ({ ...attempt, isWalked: false }));
  const reserveSlot = async () => first.context.now();
  const rules = { leaseMs: 30_000, maxAttempts: 7, isRepeatable: () => false, reserveSlot };
  const begin = expect.stringMatching(/^begin/);
  expect(
    await roundTripsOf(async () => Promise.all(await claimMessages(first.context, attempts, rules))),
  ).toEqual([
    [begin, 'find-messages-to-send'],
    ['lease-messages', 'commit'],
  ]);
  expect(await roundTripsOf(async () => Promise.all(await completeSending(first.context, attempts)))).toEqual(
    [
      [begin, 'lock-vendor-ids', 'end-attempts-to-send'],
      ['wake-next-messages', expect.stringMatching(/; commit$/)],
    ],
  );
});

describe('a run that sends a message', () => {
  const steps = [
    [expect.stringMatching(/^begin/), 'lock-due-automation-run'],
    ['find-automation-run-chat'],
    ['find-recipients'],
    [
      'store-messages',
      'add-job',
      'log-automation-run-step',
      'end-automation-run',
      expect.stringMatching(/; commit$/),
    ],
  ];

  test('is leased and ended in four round trips, which update it once', async () => {
    const run = await prepareRun(worlds, [send('Hello')]);
    expect(await roundTripsOf(() => run.work())).toEqual(steps);
    expect((await run.read()).status).toBe('completed');
  });

  test('shares its transaction with the other runs of its tenant that are due', async () => {
    const runs = await Promise.all(Array.from({ length: 10 }, () => prepareRun(worlds, [send('Hello')])));
    const roundTrips = await roundTripsOf(() => Promise.all(runs.map((run) => run.work())));
    expect(roundTrips).toHaveLength(steps.length);
    const statements = roundTrips.flat();
    expect(statements.filter((name) => name === 'end-automation-run')).toHaveLength(10);
    expect(statements.filter((name) => name.startsWith('begin'))).toHaveLength(1);
  });
});

test('a run that waits for a reply is leased by a transaction of its own, because a reply waits for the lease', async () => {
  const run = await prepareRun(worlds, [ask({ timeoutSeconds: 60 })]);
  await run.work();
  run.context.clock.advance(60_000);
  const roundTrips = await roundTripsOf(() => run.work());
  const begin = expect.stringMatching(/^begin/);
  expect(roundTrips.slice(0, 4)).toEqual([
    [begin, 'lock-due-automation-run'],
    [expect.stringMatching(/commit$/)],
    [begin, 'lock-due-automation-run'],
    ['lease-automation-run', expect.stringMatching(/commit$/)],
  ]);
});

test('deliveries of one job are claimed in one round trip, and their attempts are recorded in another', async () => {
  const { webhookId, asked } = await pileUp(worlds.database, 10);
  const requested = asked();
  const claim = () => claimDeliveries(worlds.database, requested, { now, leaseMs: 60_000 });
  const begin = expect.stringMatching(/^begin; set local/);
  expect(await roundTripsOf(claim)).toEqual([[begin, 'claim-deliveries', 'commit']]);
  const outcomes = failed(requested, webhookId);
  expect(await roundTripsOf(() => recordAttempts(worlds.database, outcomes, { now: inAMinute }))).toEqual([
    [begin, 'record-delivery-attempts', 'commit'],
  ]);
});

describe('a write of the API makes few round trips', () => {
  type Write = (context: TestContext) => Promise<unknown>;
  const writes: readonly (readonly [name: string, bound: number, prepare: () => Promise<Write>])[] = [
    [
      'a message to a chat',
      2,
      async () => {
        const { chatId } = await prepareChat();
        return (context) => sendMessage(context, { to: { chatId }, text: 'Hello', publicUrl });
      },
    ],
    [
      'the status of a chat',
      3,
      async () => {
        const { chatId } = await prepareChat();
        return (context) => changeChatStatus(context, { chatId, status: 'closed' });
      },
    ],
    [
      'labels of a contact',
      3,
      async () => {
        const { contactId } = await prepareChat();
        const label = await createLabel(worlds.database, worlds.own.tenant.id);
        return (context) => addContactLabels(context, { contactId, labelIds: [label.id] });
      },
    ],
  ];

  test.each(writes)('%s: %i', async (_, bound, prepare) => {
    const write = await prepare();
    expect(await roundTripsOf(() => write(worlds.context()))).toHaveLength(bound);
  });

  test.each(writes)('%s with an idempotency key: one more than %i', async (_, bound, prepare) => {
    const write = await prepare();
    const context = { ...worlds.context(), ...withKey(worlds.context(), { key: newId() }) };
    expect(await roundTripsOf(() => write(context))).toHaveLength(bound + 1);
  });
});
