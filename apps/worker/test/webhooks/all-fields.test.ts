import { describe, expect, jest, test } from '@jest/globals';
import {
  addContactLabels,
  applyMessageStatus,
  changeChatStatus,
  eventTypes,
  legacyEventTypes,
  newId,
  receiveMessage,
  sendMessage,
  sendTestEvent,
  triggerAutomation,
} from '@parley/core';
import type { Channel, Chat } from '@parley/database';
import {
  checkWebhook,
  createAutomation,
  createChannel,
  createContact,
  createFile,
  createLabel,
  createLegacyWebhook,
  createMessage,
  createMessageTemplate,
  createWebhook,
} from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { bodyOf, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';
import { createParty as createPartyOf, later } from './create-party.js';
import { testMergeFields } from './merge-fields.js';
import { testNoteFields } from './note-fields.js';
import { testTemplateFields } from './template-fields.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const createParty = (channel: Channel, isFull: boolean) => createPartyOf(running, channel, isFull);

const reaction = { emoji: '👍', timestamp: later.toISOString() };

/** A message that replies to the latest one of its chat, was made by an automation from a template, was scheduled, and has reactions. */
async function fullMessage(chat: Chat) {
  const { database, tenant } = running;
  const { id: replyToId } = await createMessage(database, chat);
  const { id: messageTemplateId } = await createMessageTemplate(database, tenant.id);
  const origin = { originType: 'automation', originId: newId() } as const;
  const interactive = { ...unset, header: 'Order', footer: 'Thank you', buttons: [reply] };
  const reactions = { inbound: reaction, outbound: reaction };
  const parts = { replyToId, messageTemplateId, interactive, reply, reactions };
  return { ...mailFields, ...origin, ...parts, scheduledAt: later };
}

const reply = { id: 'yes', title: 'Yes' };
const unset = { body: 'Sure?', header: null, footer: null, buttons: null, list: null, link: null };
const rows = [
  { ...reply, description: 'I do' },
  { ...reply, description: null },
];
const lists = { ...unset, list: { button: 'Options', sections: [{ title: 'All', rows }] } };
const links = { ...unset, link: { title: 'Open', url: 'https://shop.example' } };

const mailFields = { subject: 'Order', authentication: { spf: 'pass', dkim: 'pass', dmarc: 'fail' } };
const emptyMessage = { subject: null, text: null, authentication: { spf: null, dkim: null, dmarc: null } };

async function attachmentOf(type: string, isFull: boolean) {
  if (!isFull) return { type, url: 'https://media.example/1', name: null, contentType: 'a/b', size: null };
  const file = await createFile(running.database, running.tenant.id);
  return { type, fileId: file.id, name: file.name, contentType: file.contentType, size: file.size };
}

/** Reports that a message with these values was delivered, or has failed. */
async function reportMessage(chat: Chat, values: Parameters<typeof createMessage>[2], hasFailed = false) {
  const vendorId = newId();
  const outbound = { sender: 'outbound', status: 'sent', vendorId } as const;
  await createMessage(running.database, chat, { ...values, ...outbound });
  const errors = hasFailed ? [{ code: 'provider_error', message: 'It was refused.' }] : [];
  const status = hasFailed ? 'failed' : 'delivered';
  await applyMessageStatus(running.context(), {
    ...{ channelId: chat.channelId, externalId: vendorId, reference: null, errors, status },
  });
}

async function receive(channelId: string, echo: boolean) {
  const from = {
    handleType: 'phone_number',
    value: `+4915${Math.floor(Math.random() * 1e9)}`,
    name: 'Ada',
  } as const;
  const content = { type: 'text', text: 'Hello', attachments: [], subject: null } as const;
  const item = { externalId: newId(), from, ...content, timestamp: running.now(), echo, automated: false };
  await receiveMessage(running.context(), { channelId, item });
}

describe('the events of v3 and v2 are valid with every optional field, and with none', () => {
  test('messages of every type on every channel', async () => {
    const { database, tenant } = running;
    const target = await receiver();
    await createWebhook(database, tenant.id, { url: `${target.url}/v3` });
    for (const type of legacyEventTypes)
      await createLegacyWebhook(database, tenant.id, { url: `${target.url}/v2`, type });
    for (const channelType of ['whatsapp', 'sms', 'email', 'instagram'] as const) {
      const channel = await createChannel(database, tenant.id, { type: channelType });
      await receive(channel.id, false);
      if (channelType === 'instagram') await receive(channel.id, true);
      const [full, empty] = [await createParty(channel, true), await createParty(channel, false)];
      await reportMessage(
        full,
        { ...(await fullMessage(full)), attachments: [await attachmentOf('image', true)] },
        true,
      );
      const { id: replyToId } = await createMessage(database, empty, { text: null });
      await reportMessage(empty, {
        ...emptyMessage,
        replyToId,
        attachments: [await attachmentOf('video', false)],
      });
      if (channelType !== 'whatsapp') continue;
      for (const type of ['image', 'video', 'audio', 'document', 'location', 'contact', 'template'] as const)
        await reportMessage(full, { type });
      for (const interactive of [lists, links])
        await reportMessage(full, { type: 'interactive', interactive });
      for (const type of ['audio', 'document'])
        await reportMessage(full, { attachments: [await attachmentOf(type, true)] });
    }
    const unset = await createChannel(database, tenant.id, { type: 'sms', provider: 'sms' });
    const chat = await createParty(unset, true);
    await sendMessage(running.context(), { to: { chatId: chat.id }, text: 'Hello' });
    const wanted = new Set<string>([
      ...legacyEventTypes,
      'message.received',
      'message.sent',
      'message.updated',
    ]);
    const isWanted = () => {
      const seen = new Set(target.requests.map((request) => bodyOf(request).event));
      return (
        [...wanted].every((type) => seen.has(type)) &&
        target.requests.some(({ body }) => body.includes('"vendorId":null'))
      );
    };
    await waitUntil(isWanted);
    await waitUntil(
      async () => (await database.prisma.delivery.count({ where: { status: 'pending' } })) === 0,
    );
    for (const { path, body } of target.requests) checkWebhook(path?.endsWith('v2') ? 'v2' : 'v3', body);
    expect(isWanted()).toBe(true);
  });

  test('chats, contacts and calls of automations', async () => {
    const { database, tenant } = running;
    const target = await receiver();
    await createWebhook(database, tenant.id, {
      url: target.url,
      events: [{ type: 'chat.updated' }, { type: 'contact.updated' }],
    });
    const channel = await createChannel(database, tenant.id, { type: 'sms' });
    const { id: automationId } = await createAutomation(database, tenant.id, {
      steps: [{ type: 'call_webhook', url: target.url }],
    });
    const full = await createParty(channel, true);
    const empty = await createParty(channel, false);
    const plain = await createParty(channel, false);
    const silent = await createParty(channel, false);
    await createMessage(database, plain);
    await createMessage(database, full, { ...mailFields, attachments: [await attachmentOf('image', true)] });
    await createMessage(database, empty, {
      ...emptyMessage,
      vendorId: null,
      attachments: [await attachmentOf('audio', false)],
    });
    // This chat stays snoozed, so that the call of the automation shows it as snoozed.
    const snoozed = await createParty(channel, false);
    const { id: chatId, contactId: sleeper } = snoozed;
    await changeChatStatus(running.context(), {
      chatId,
      status: 'snoozed',
      snoozedUntil: later.toISOString(),
    });
    await triggerAutomation(running.context(), { automationId, contactId: sleeper });
    const label = await createLabel(database, tenant.id);
    for (const { id: chatId, contactId } of [full, empty, plain, silent]) {
      await triggerAutomation(running.context(), { automationId, contactId, variables: { code: 'A-7' } });
      await changeChatStatus(running.context(), {
        chatId,
        status: 'snoozed',
        snoozedUntil: later.toISOString(),
      });
      await changeChatStatus(running.context(), { chatId, status: 'closed' });
      await addContactLabels(running.context(), { contactId, labelIds: [label.id] });
    }
    const { id: contactId } = await createContact(database, tenant.id);
    await triggerAutomation(running.context(), { automationId, contactId });
    await waitUntil(() => target.requests.length === 19);
    for (const { body } of target.requests) checkWebhook('v3', body);
    const names = target.requests.map((request) => bodyOf(request).event).sort();
    expect(new Set(names)).toEqual(new Set(['automation.webhook_called', 'chat.updated', 'contact.updated']));
  });

  testNoteFields(running, receiver);

  testMergeFields(running, receiver);

  testTemplateFields(running, receiver);

  test('every other type, as a test event', async () => {
    const { database, tenant } = running;
    const target = await receiver();
    const others = eventTypes.filter((type) => !type.startsWith('message.') && !type.endsWith('.updated'));
    for (const type of others) {
      const { id: webhookId } = await createWebhook(database, tenant.id, {
        url: target.url,
        events: [{ type }],
      });
      await sendTestEvent(running.context(), { webhookId });
    }
    const received = () => new Set(target.requests.map((request) => bodyOf(request).event));
    await waitUntil(() => others.every((type) => received().has(type)));
    for (const { body } of target.requests) checkWebhook('v3', body);
  });
});
