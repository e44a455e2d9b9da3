import { expect, test } from '@jest/globals';
import { receiveMessages } from '../../src/index.js';
import { roundTripsOf } from '../round-trips-of.js';
import { createChannel } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { receivedMessage } from './received-message.js';

const worlds = useWorlds();

async function prepareChannel() {
  const { id } = await createChannel(worlds.database, worlds.own.tenant.id, { type: 'sms' });
  return { context: worlds.context(), channelId: id };
}

test('messages that arrive together in known chats take three round trips, and so do replies', async () => {
  const { context, channelId } = await prepareChannel();
  const first = [receivedMessage(), receivedMessage()];
  const record = async (items: typeof first) =>
    Promise.all(await receiveMessages(context, { channelId, items }));
  await record(first);
  const next = first.map(({ from }) => receivedMessage({ from }));
  const replies = first.map(({ from, externalId }) => receivedMessage({ from, replyTo: externalId }));
  const replied = ['record-campaign-reply', 'record-campaign-reply'];
  for (const [items, results] of [
    [next, []],
    [replies, replied],
  ] as const) {
    expect(await roundTripsOf(() => record([...items]))).toEqual([
      [expect.stringMatching(/^begin/), 'claim-free-chats'],
      ['store-messages'],
      ['record-message-events', ...results, expect.stringMatching(/; commit$/)],
    ]);
  }
});

test('first messages of new senders that arrive together take four round trips', async () => {
  const { context, channelId } = await prepareChannel();
  const items = [receivedMessage(), receivedMessage()];
  const record = async () => Promise.all(await receiveMessages(context, { channelId, items }));
  expect(await roundTripsOf(record)).toEqual([
    [expect.stringMatching(/^begin/), 'claim-free-chats'],
    ['wait-briefly-for-locks', 'create-chats-of-senders', 'wait-for-locks-as-usual', 'claim-free-chats'],
    ['store-messages'],
    [
      ...['record-few-contacts-written', 'record-chats-written', 'record-message-events'],
      expect.stringMatching(/; commit$/),
    ],
  ]);
});
