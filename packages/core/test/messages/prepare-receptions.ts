import { statement } from '@parley/database';
import { type ReceivedMessage, receiveMessages } from '../../src/index.js';
import { createChatOf } from '../create-chat-of.js';
import { createChannel, createContact } from '../testkit.js';
import type { Worlds } from '../use-worlds.js';
import { receivedMessage } from './received-message.js';

/** Prepares a channel with some chats, and the messages of their contacts. */
export async function prepareReceptions(
  worlds: Worlds,
  count: number,
  values: Parameters<typeof createChatOf>[2] = {},
) {
  const { database, own } = worlds;
  const channel = await createChannel(database, own.tenant.id);
  const chats = await Promise.all(
    Array.from({ length: count }, async () => {
      const contact = await createContact(database, own.tenant.id);
      const { id } = await createChatOf(database, contact, { channelId: channel.id, ...values });
      return {
        id,
        item: receivedMessage({ from: { handleType: 'phone_number', value: contact.handle.value } }),
      };
    }),
  );
  const receive = async (items: readonly ReceivedMessage[]) => {
    const results = await receiveMessages(worlds.context(), { channelId: channel.id, items });
    return Promise.allSettled(results);
  };
  /** Returns how many of the messages each transaction has written, the highest number first. */
  const countByTransaction = async () => {
    const rows = await database.sql(transactions, [channel.id]);
    return rows.map((row) => row.count).sort((one, other) => other - one);
  };
  return { channel, chats, items: chats.map(({ item }) => item), receive, countByTransaction };
}

const transactions = statement<{ count: number }>(
  'count-by-transaction',
  'select count(*)::int as count from messages where channel_id = $1::uuid group by xmin::text',
);

export const valuesOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));

/** Locks a chat for the rest of the transaction. */
export const holdChat = statement('hold-chat', 'select from chats where id = $1::uuid for update');
