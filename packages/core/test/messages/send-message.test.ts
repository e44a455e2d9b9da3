import { describe, expect, test } from '@jest/globals';
import { newId, receiveMessage, sendMessage } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { refusal, validationErrors } from '../refusals.js';
import { startTime, withKey } from '../test-context.js';
import { createChannel, createContact, createHandle, createMessage } from '../testkit.js';
import { eventsOf, publicUrl, receivedMessage } from './received-message.js';
import { hour, inAnHour, type Sending, useSending } from './use-sending.js';

const { worlds, send, openChat } = useSending();
const { database, own, other } = worlds;

describe('sending a text to a chat', () => {
  test('stores it as pending, shows it as the latest and adds the job, and emits no event yet', async () => {
    const chat = await openChat({ unreadCount: 2, isUnread: true, status: 'closed' });
    const message = await send({ to: { chatId: chat.id }, text: 'Hello' });
    expect(message).toEqual({
      id: expect.any(String),
      vendorId: null,
      sender: 'outbound',
      type: 'text',
      timestamp: startTime,
      subject: null,
      authentication: null,
      text: 'Hello',
      attachments: [],
      origin: { type: 'api', id: null },
      messageTemplateId: null,
      replyTo: null,
      interactive: null,
      reply: null,
      scheduledAt: null,
      reactions: [],
      status: 'pending',
      chatId: chat.id,
      channelId: chat.channelId,
      contactId: chat.contactId,
      errors: [],
    });
    expect(await database.prisma.chat.findFirst({ where: { id: chat.id } })).toMatchObject({
      latestMessageId: message.id,
      status: 'closed',
      unreadCount: 2,
      openUntil: inAnHour,
    });
    expect(await findJobs(database, 'send-message', message.id)).toMatchObject([
      { payload: { tenantId: own.tenant.id, messageId: message.id }, runAt: new Date(startTime) },
    ]);
    expect(await eventsOf(database, chat.id)).toEqual([]);
  });

  test('takes effect once for one idempotency key', async () => {
    const chat = await openChat();
    const sending = { to: { chatId: chat.id }, text: 'Once', publicUrl };
    const first = await sendMessage(withKey(worlds.context(), { key: 'k1' }), sending);
    expect(await sendMessage(withKey(worlds.context(), { key: 'k1' }), sending)).toEqual(first);
    expect(await database.prisma.message.count({ where: { chatId: chat.id } })).toBe(1);
  });

  test('404 for an unknown, a malformed and another tenant’s chat', async () => {
    for (const chatId of [newId(), 'x', other.chat.id]) {
      await expect(send({ to: { chatId }, text: 'Hello' })).rejects.toMatchObject(refusal('chat_not_found'));
    }
  });

  test('400 when there is nothing to send, or a text together with a template', async () => {
    const chat = await openChat();
    const to = { chatId: chat.id };
    await expect(send({ to })).rejects.toMatchObject(validationErrors({ text: 'invalid_type' }));
    const template = { id: own.messageTemplate.id };
    await expect(send({ to, text: 'Hello', template })).rejects.toMatchObject(
      validationErrors({ text: 'unrecognized_keys' }),
    );
  });
});

describe('the reply window', () => {
  test.each([
    ['whatsapp', null],
    ['whatsapp', new Date(startTime)],
    ['instagram', new Date(new Date(startTime).getTime() - 1)],
  ] as const)('409 on %s when it is open until %p; a template is fine', async (type, openUntil) => {
    const channel = await createChannel(database, own.tenant.id, { type });
    const chat = await openChat({ channelId: channel.id, openUntil });
    const to = { chatId: chat.id };
    await expect(send({ to, text: 'Hello' })).rejects.toMatchObject(refusal('reply_window_closed'));
    expect(await database.prisma.message.count({ where: { chatId: chat.id } })).toBe(0);
    expect(await send({ to, template: { id: own.messageTemplate.id } })).toMatchObject({ status: 'pending' });
  });

  test.each(['sms', 'email'] as const)('does not exist on %s', async (type) => {
    const channel = await createChannel(database, own.tenant.id, { type });
    const chat = await openChat({ channelId: channel.id, openUntil: null });
    expect(await send({ to: { chatId: chat.id }, text: 'Hello' })).toMatchObject({ text: 'Hello' });
  });

  test('ends a day after the last message of the contact, to the millisecond', async () => {
    const channel = await createChannel(database, own.tenant.id);
    const context = worlds.context();
    const item = receivedMessage({ timestamp: context.now() });
    const received = await receiveMessage(context, { channelId: channel.id, item });
    const response = () =>
      sendMessage(context, { to: { chatId: received?.chatId ?? '' }, text: 'Hello', publicUrl });
    context.clock.advance(24 * hour - 1);
    expect(await response()).toMatchObject({ text: 'Hello' });
    context.clock.advance(1);
    await expect(response()).rejects.toMatchObject(refusal('reply_window_closed'));
  });
});

describe('sending to a contact on a channel', () => {
  test('uses their chat there, or creates one with the primary handle and emits the event', async () => {
    const contact = await createContact(database, own.tenant.id);
    await createHandle(database, own.tenant.id, {
      contactId: contact.id,
      type: 'phone_number',
      value: '+4930999',
    });
    const channel = await createChannel(database, own.tenant.id, { type: 'sms' });
    const to = { contactId: contact.id, channelId: channel.id };
    const [first, second] = [await send({ to, text: 'One' }), await send({ to, text: 'Two' })];
    expect(second.chatId).toBe(first.chatId);
    const chat = await database.prisma.chat.findFirstOrThrow({ where: { id: first.chatId } });
    expect(chat).toMatchObject({ handleId: contact.handle.id, status: 'open', latestMessageId: second.id });
    expect((await eventsOf(database, chat.id)).map(({ type }) => type)).toEqual([
      'chat.created',
      'chat.updated',
    ]);
  });

  test('creates one chat for many concurrent messages', async () => {
    const contact = await createContact(database, own.tenant.id);
    const channel = await createChannel(database, own.tenant.id, { type: 'sms' });
    const to = { contactId: contact.id, channelId: channel.id };
    const messages = await Promise.all(Array.from({ length: 10 }, () => send({ to, text: 'Hello' })));
    expect(new Set(messages.map(({ chatId }) => chatId)).size).toBe(1);
  });

  test('404 for records that do not exist, 400 when the contact has no handle for such a channel', async () => {
    const contactId = own.contact.id;
    const channelId = own.channel.id;
    const attempt = (to: Sending['to']) => expect(send({ to, text: 'Hello' })).rejects;
    for (const id of [newId(), 'x', other.channel.id])
      await attempt({ contactId, channelId: id }).toMatchObject(refusal('channel_not_found'));
    for (const id of [newId(), 'x', other.contact.id])
      await attempt({ contactId: id, channelId }).toMatchObject(refusal('contact_not_found'));
    const email = await createChannel(database, own.tenant.id, { type: 'email' });
    await attempt({ contactId, channelId: email.id }).toMatchObject(
      validationErrors({ contactId: 'not_found' }),
    );
  });
});

test('a message sent now is the latest in its chat', async () => {
  const chat = await openChat();
  await createMessage(database, chat, { timestamp: new Date('2026-11-01') });
  const message = await send({ to: { chatId: chat.id }, text: 'Newest' });
  const { latestMessageId } = await database.prisma.chat.findFirstOrThrow({ where: { id: chat.id } });
  expect(latestMessageId).toBe(message.id);
});
