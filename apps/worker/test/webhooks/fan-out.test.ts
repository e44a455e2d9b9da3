import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  addContactLabels,
  applyMessageStatus,
  changeChatStatus,
  newId,
  receiveMessage,
  rotateWebhookSecret,
} from '@parley/core';
import {
  checkWebhook,
  createChannel,
  createChat,
  createContact,
  createLabel,
  createLegacyWebhook,
  createWebhook,
} from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { Webhook as Verifier } from 'standardwebhooks';
import type { ReceivedRequest } from '../outbound-http/start-receiver.js';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { bodyOf, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();

afterEach(() => deleteWebhooks(running));

/** Verifies and parses a request with the library that partners use. */
function verify(secret: string, { body, headers }: ReceivedRequest): unknown {
  return new Verifier(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
}

async function receive(channelId: string, externalId = newId()) {
  const from = {
    handleType: 'phone_number' as const,
    value: `+4915${Math.floor(Math.random() * 1e9)}`,
    name: 'Ada',
  };
  const item = { externalId, from, type: 'text' as const, text: 'Hello', attachments: [], subject: null };
  const message = { ...item, timestamp: running.now(), echo: false, automated: false };
  return receiveMessage(running.context(), { channelId, item: message });
}

describe('an event goes to the active webhooks that subscribe to its type and channel', () => {
  test('in the form of v3 and v2, valid by their documents and signed as the library of Standard Webhooks verifies', async () => {
    const { database, tenant } = running;
    const target = await receiver();
    const channel = await createChannel(database, tenant.id);
    const v3 = await createWebhook(database, tenant.id, {
      url: `${target.url}/v3`,
      events: [{ type: 'message.received', channelIds: [channel.id] }],
    });
    const v2 = await createLegacyWebhook(database, tenant.id, {
      url: `${target.url}/v2`,
      type: 'WHATSAPP_MESSAGE_RECEIVED',
      channelId: channel.id,
    });
    await receive(channel.id);
    await waitUntil(() => target.requests.length === 2);
    const of = (path: string) => {
      const request = target.requests.find((one) => one.path === path);
      if (!request) throw new Error(`No request arrived at ${path}`);
      return request;
    };
    checkWebhook('v3', of('/hook/v3').body);
    checkWebhook('v2', of('/hook/v2').body);
    expect(verify(v3.secret, of('/hook/v3'))).toMatchObject({
      event: 'message.received',
      tenantId: tenant.id,
    });
    expect(verify(v2.secret, of('/hook/v2'))).toMatchObject({ event: 'WHATSAPP_MESSAGE_RECEIVED' });
    const [first, second] = [bodyOf(of('/hook/v3')), bodyOf(of('/hook/v2'))];
    expect(first.id).toBe(second.id);
    const content = { messageTemplateId: null, interactive: null, reply: null };
    const details = { ...content, origin: null, replyTo: null, scheduledAt: null, reactions: [] };
    const contact = { ...second.data.contact, timeZone: null };
    expect(first.data).toEqual({ ...second.data, ...details, contact });
    expect(() => verify(v2.secret, of('/hook/v3'))).toThrow();
  });

  test('with each v3 type that a conversation causes, valid by its document, for a webhook that names no type', async () => {
    const caused = ['chat.created', 'chat.updated', 'contact.created', 'contact.updated'];
    caused.push('message.received', 'message.sent', 'message.updated');
    const { database, tenant } = running;
    const target = await receiver();
    await createWebhook(database, tenant.id, { url: target.url });
    const channel = await createChannel(database, tenant.id);
    const contact = await createContact(database, tenant.id);
    const label = await createLabel(database, tenant.id);
    const parties = { channelId: channel.id, contactId: contact.id, handleId: contact.handle.id };
    const chat = await createChat(database, tenant.id, parties);
    await addContactLabels(running.context(), { contactId: contact.id, labelIds: [label.id] });
    await changeChatStatus(running.context(), { chatId: chat.id, status: 'closed' });
    await receive(channel.id);
    const outbound = await database.prisma.message.create({
      data: {
        tenantId: tenant.id,
        id: newId(),
        chatId: chat.id,
        channelId: channel.id,
        sender: 'outbound',
        vendorId: 'out-1',
        text: 'Hi',
        timestamp: running.now(),
      },
    });
    for (const status of ['sent', 'read'] as const) {
      const report = { channelId: channel.id, externalId: 'out-1', reference: null, errors: [], status };
      await applyMessageStatus(running.context(), report);
    }
    const types = () => new Set(target.requests.map((request) => bodyOf(request).event));
    await waitUntil(() => types().size === caused.length);
    expect([...types()].toSorted()).toEqual(caused);
    for (const { body } of target.requests) checkWebhook('v3', body);
    expect(target.requests.some((request) => bodyOf(request).data.id === outbound.id)).toBe(true);
  });

  test('and not to one of another type, another channel, or one that is switched off', async () => {
    const { database, tenant } = running;
    const wanted = await receiver();
    const unwanted = await receiver();
    const channel = await createChannel(database, tenant.id);
    const other = await createChannel(database, tenant.id);
    const chat = await createChat(database, tenant.id, { channelId: channel.id });
    const { url } = unwanted;
    await createWebhook(database, tenant.id, { url, events: [{ type: 'message.received' }] });
    await createWebhook(database, tenant.id, {
      url,
      events: [{ type: 'chat.updated', channelIds: [other.id] }],
    });
    await createWebhook(database, tenant.id, { url, status: 'inactive' });
    await createWebhook(database, tenant.id, {
      url: wanted.url,
      events: [{ type: 'chat.updated', channelIds: [channel.id] }],
    });
    await changeChatStatus(running.context(), { chatId: chat.id, status: 'closed' });
    await waitUntil(() => wanted.requests.length === 1);
    const event = await database.prisma.event.findFirstOrThrow({ where: { chatId: chat.id } });
    const deliveries = await database.prisma.delivery.findMany({ where: { eventId: event.id } });
    expect(deliveries).toHaveLength(1);
    expect(unwanted.requests).toEqual([]);
  });
});

describe('after a rotation', () => {
  test('with signatures of the new secret and of every rotated one', async () => {
    const { database, tenant } = running;
    const target = await receiver();
    const events = [{ type: 'chat.updated' }];
    const webhook = await createWebhook(database, tenant.id, { url: target.url, events });
    const secrets = [webhook.secret];
    for (let count = 0; count < 2; count += 1) {
      const { secret } = await rotateWebhookSecret(running.context(), { webhookId: webhook.id });
      secrets.push(secret);
    }
    const chat = await createChat(database, tenant.id);
    await changeChatStatus(running.context(), { chatId: chat.id, status: 'closed' });
    await waitUntil(() => target.requests.length === 1);
    const [during] = target.requests;
    if (!during) throw new Error('Nothing came');
    for (const secret of secrets) verify(secret, during);
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(3);

    const where = { tenantId_id: { tenantId: tenant.id, id: webhook.id } };
    const expired = { secret: webhook.secret, expiresAt: running.now().toISOString() };
    await database.prisma.webhook.update({ where, data: { retiredSecrets: [expired] } });
    await changeChatStatus(running.context(), { chatId: chat.id, status: 'open' });
    await waitUntil(() => target.requests.length === 2);
    const [, later] = target.requests;
    if (!later) throw new Error('Nothing came');
    verify(secrets.at(-1) ?? '', later);
    expect(() => verify(webhook.secret, later)).toThrow();
  });
});
