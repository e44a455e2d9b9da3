import { beforeAll, expect, jest, test } from '@jest/globals';
import {
  campaignDetails,
  changeChatStatus,
  createCampaign,
  getById,
  markChatRead,
  newId,
  receiveMessages,
  sendMessage,
} from '@parley/core';
import { createAutomation, createChannel, createContact, createWebhook } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { startReceiver } from './outbound-http/start-receiver.js';
import { useWorker } from './support/use-worker.js';

jest.setTimeout(240_000);

const running = useWorker();

const contactCount = 25;

/** A campaign, whose messages are all read, and then a conversation with each recipient, which ends with its chat closed. */
beforeAll(async () => {
  const { database, tenant } = running;
  const receiver = await startReceiver();
  await createWebhook(database, tenant.id, { url: `http://127.0.0.1:${receiver.port}/hook` });
  const { id: channelId } = await createChannel(database, tenant.id, { type: 'sms' });
  const contacts = await Promise.all(
    Array.from({ length: contactCount }, () => createContact(database, tenant.id)),
  );
  await sendCampaign(
    channelId,
    contacts.map(({ id }) => id),
  );
  const { rows: chats } = await database.pool.query<{ id: string; value: string }>(
    'select chat.id, handle.value from chats chat join handles handle on handle.id = chat.handle_id',
  );
  for (const text of ['Hello!', 'Where is my parcel?', 'Thank you!']) await converse(channelId, chats, text);
  for (const { id: chatId } of chats) await changeChatStatus(running.context(), { chatId, status: 'closed' });
  await settle();
  await receiver.close();
}, 240_000);

async function sendCampaign(channelId: string, contactIds: readonly string[]): Promise<void> {
  const automation = await createAutomation(running.database, running.tenant.id, {
    steps: [{ type: 'send_message', text: 'An offer' }],
  });
  const parts = { name: 'Offer', channelId, automationId: automation.id, contactIds };
  const { id } = await createCampaign(running.context(), parts);
  await waitUntil(
    async () => (await getById(running.context(), campaignDetails, id)).totals.read === contactCount,
  );
}

/** Receives a message of each contact, marks it as read, and sends a reply. */
async function converse(
  channelId: string,
  chats: readonly { readonly id: string; readonly value: string }[],
  text: string,
): Promise<void> {
  const items = chats.map(({ value }) => ({
    externalId: newId(),
    from: { handleType: 'phone_number' as const, value },
    type: 'text' as const,
    text,
    attachments: [],
    subject: null,
    timestamp: running.now(),
    echo: false,
    automated: false,
  }));
  await Promise.all(await receiveMessages(running.context(), { channelId, items }));
  for (const { id: chatId } of chats) {
    await markChatRead(running.context(), chatId);
    await sendMessage(running.context(), { to: { chatId }, text: 'We are on it.' });
  }
}

/** Waits until every event is delivered and every message is read. */
async function settle(): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await running.database.pool.query(
      `select from deliveries where status <> 'succeeded'
       union all select from messages where sender = 'outbound' and status <> 'read' limit 1`,
    );
    return rows.length === 0;
  });
}

interface Updates {
  readonly updates: number;
  readonly share: number;
}

/** Connections report their numbers with a delay, so this function waits until most of them have arrived. */
async function readUpdates(table: string, least: number): Promise<Updates> {
  let found = { updates: 0, share: 0 };
  await waitUntil(async () => {
    const { rows } = await running.database.pool.query<Updates>(
      `select coalesce(sum(n_tup_upd), 0)::int as updates, coalesce(sum(n_tup_hot_upd) / nullif(sum(n_tup_upd), 0), 0)::float8 as share
       from pg_stat_user_tables where relname ~ $1`,
      [`^${table}(_first|_\\d+)?$`],
    );
    found = rows[0] ?? found;
    return found.updates >= least;
  });
  return found;
}

test.each([
  // A campaign message causes four events, a conversation eighteen: each delivery is claimed and recorded.
  { table: 'deliveries', least: contactCount * 20 },
  { table: 'chats', least: contactCount * 9 },
  { table: 'campaign_sends', least: contactCount * 3 },
])('more than 80 % of the updates of $table write no index', async ({ table, least }) => {
  const { share } = await readUpdates(table, least);
  expect(share).toBeGreaterThan(0.8);
});
