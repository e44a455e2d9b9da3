import { describe, expect, test } from '@jest/globals';
import type { Webhook } from '@parley/database';
import { changeChatStatus, createContact, transact, updateContact, upsertContacts } from '../src/index.js';
import { findJobs } from './find-jobs.js';
import { type NewEvent, recordEvents } from './record-events.js';
import { createContext, startTime } from './test-context.js';
import { createChat, createTenant, createWebhook, storedEvent, type WebhookValues } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

/** Creates a new tenant, so that no other webhook subscribes. */
async function createListeners(listeners: readonly WebhookValues[]) {
  const { database } = worlds;
  const tenant = await createTenant(database);
  const chat = await createChat(database, tenant.id);
  const webhooks: Webhook[] = [];
  const listen = async (more: readonly WebhookValues[]) => {
    for (const values of more) webhooks.push(await createWebhook(database, tenant.id, values));
  };
  await listen(listeners);
  const context = createContext(database, tenant.id);
  const record = (event: Partial<NewEvent>) =>
    transact(context, (transaction) =>
      recordEvents(transaction, context, [
        {
          type: 'message.received',
          legacyType: 'WHATSAPP_MESSAGE_RECEIVED',
          channelId: chat.channelId,
          chatId: chat.id,
          contactId: chat.contactId,
          data: { id: 'message' },
          ...event,
        },
      ]),
    );
  /** For each listener, the types under which it receives the events, sorted; in the order of `listeners`. */
  const deliveries = async () => {
    const rows = await database.prisma.delivery.findMany({ where: { tenantId: tenant.id } });
    return webhooks.map(({ id }) => {
      const own = rows.filter(({ webhookId }) => webhookId === id);
      return own.map(({ eventType }) => storedEvent(eventType)).sort();
    });
  };
  return { tenant, chat, context, record, deliveries, listen };
}

describe('an event', () => {
  test('is delivered to every active webhook that subscribes to its type, or to all, in its own form', async () => {
    const { record, deliveries } = await createListeners([
      {},
      { events: [{ type: 'message.received' }] },
      { events: [{ type: 'WHATSAPP_MESSAGE_RECEIVED' }], apiVersion: 'v2' },
      { events: [{ type: 'chat.updated' }, { type: 'SMS_MESSAGE_RECEIVED' }] },
      { events: [] },
      { status: 'inactive' },
      { status: 'disabled' },
    ]);
    await record({});
    const v3 = ['message.received'];
    expect(await deliveries()).toEqual([v3, v3, ['WHATSAPP_MESSAGE_RECEIVED'], [], [], [], []]);
  });

  test('is delivered to a webhook once, under the first matching entry of its list', async () => {
    const { record, deliveries } = await createListeners([
      { events: [{ type: 'WHATSAPP_MESSAGE_RECEIVED' }, { type: 'message.received' }, {}] },
      { events: [{ type: 'chat.updated' }, {}, { type: 'WHATSAPP_MESSAGE_RECEIVED' }] },
    ]);
    await record({});
    expect(await deliveries()).toEqual([['WHATSAPP_MESSAGE_RECEIVED'], ['message.received']]);
  });

  test('is delivered only to webhooks of its channel or of every channel', async () => {
    const channelId = worlds.own.channel.id;
    const { record, deliveries } = await createListeners([
      { events: [{ channelIds: [channelId] }] },
      { events: [{ channelIds: ['elsewhere', channelId] }] },
      { events: [{ channelIds: ['elsewhere'] }] },
      { events: [{}] },
    ]);
    await record({ channelId });
    expect(await deliveries()).toEqual([
      ['message.received'],
      ['message.received'],
      [],
      ['message.received'],
    ]);
  });

  test('of a contact is delivered to webhooks of every channel and of those on which the contact has a chat', async () => {
    const { tenant, chat, context, deliveries, listen } = await createListeners([]);
    const elsewhere = await createChat(worlds.database, tenant.id);
    await listen([
      { events: [{ type: 'contact.updated', channelIds: [chat.channelId] }] },
      { events: [{ channelIds: [elsewhere.channelId, chat.channelId] }] },
      { events: [{ type: 'contact.updated', channelIds: [elsewhere.channelId] }] },
      { events: [{ type: 'chat.updated', channelIds: [chat.channelId] }] },
      { events: [{}] },
    ]);
    const delivered = ['contact.updated'];
    await updateContact(context, { contactId: chat.contactId, firstName: 'Grace' });
    expect(await deliveries()).toEqual([delivered, delivered, [], [], delivered]);
    await createContact(context, { firstName: 'Nobody’s', lastName: 'Chat' });
    const all = ['contact.created', ...delivered, ...delivered];
    expect(await deliveries()).toEqual([delivered, delivered, [], [], all]);
  });

  test('of a list of contacts is recorded for all, and delivered for those that match the scope of a webhook', async () => {
    const { tenant, chat, context, deliveries, listen } = await createListeners([]);
    const elsewhere = await createChat(worlds.database, tenant.id);
    await listen([{ events: [{ channelIds: [chat.channelId] }] }]);
    const people = await worlds.database.prisma.contact.findMany({
      where: { id: { in: [chat.contactId, elsewhere.contactId] } },
    });
    await upsertContacts(
      context,
      people.map(({ phoneNumber }) => ({ phoneNumber: phoneNumber ?? '', firstName: 'Grace' })),
    );
    expect(await deliveries()).toEqual([['contact.updated']]);
    const events = await worlds.database.prisma.event.findMany({ where: { tenantId: tenant.id } });
    const contactIds = [chat.contactId, elsewhere.contactId];
    expect(events.map(({ contactId }) => contactId).sort()).toEqual(contactIds.sort());
  });

  test('has a job for every ten deliveries, which contains each of them once', async () => {
    const { tenant, record } = await createListeners(Array.from({ length: 23 }, () => ({})));
    await record({});
    const rows = await worlds.database.prisma.delivery.findMany({ where: { tenantId: tenant.id } });
    const jobs = await findJobs(worlds.database, 'deliver-event', tenant.id);
    expect(jobs.map(({ payload }) => Object(payload.deliveryIds).length).sort()).toEqual([10, 10, 3]);
    expect(jobs.flatMap(({ payload }) => payload.deliveryIds).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
    expect(new Set(jobs.map(({ payload }) => payload.eventId))).toEqual(
      new Set(rows.map(({ eventId }) => eventId)),
    );
  });

  test('has a job for its deliveries, due at once, and an order if the webhook is ordered', async () => {
    const { tenant, chat, record } = await createListeners([{}, { ordered: true }]);
    await record({});
    const rows = await worlds.database.prisma.delivery.findMany({ where: { tenantId: tenant.id } });
    expect(rows.map(({ orderedChatId }) => orderedChatId).sort()).toEqual([chat.id, null].sort());
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'pending', attemptCount: 0, nextAttemptAt: new Date(startTime) });
      expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    }
    const jobs = await findJobs(worlds.database, 'deliver-event', tenant.id);
    const deliveryIds = expect.arrayContaining(rows.map(({ id }) => id));
    expect(jobs).toMatchObject([
      { payload: { tenantId: tenant.id, eventId: rows[0]?.eventId, deliveryIds }, isBulk: false },
    ]);
  });

  test('is delivered if and only if its transaction commits', async () => {
    const { tenant, chat, context, deliveries } = await createListeners([{}]);
    const failing = transact(context, async (transaction) => {
      await recordEvents(transaction, context, [
        {
          type: 'chat.updated',
          legacyType: null,
          channelId: null,
          chatId: chat.id,
          contactId: null,
          data: {},
        },
      ]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await deliveries()).toEqual([[]]);
    expect(await findJobs(worlds.database, 'deliver-event', tenant.id)).toEqual([]);
    await changeChatStatus(context, { chatId: chat.id, status: 'closed' });
    expect(await deliveries()).toEqual([['chat.updated']]);
    expect(await findJobs(worlds.database, 'deliver-event', tenant.id)).toHaveLength(1);
  });
});
