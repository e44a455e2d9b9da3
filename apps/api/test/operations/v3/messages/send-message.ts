import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  createChannel,
  createChat,
  createFile,
  createHandle,
  createMessage,
  createMessageTemplate,
  expectStatus,
} from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { findJobs } from '../../support/find-jobs.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { type MessageSend, messageCalls } from './message-calls.js';

export function describeMessageSending(stage: Stage, world: RenewableWorld): void {
  const { send, openChat } = messageCalls(stage, world);

  describe('sendMessage 200', () => {
    beforeEach(world.renew);

    it('accepts a text for a chat: the message is pending and the latest of the chat, with a job and no event yet', async () => {
      const chatId = await openChat();
      const { data } = expectStatus(await send({ chatId, text: 'Hello' }), 200).body;
      const chat = await stage.database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
      expect(data).toEqual({
        id: expect.any(String),
        vendorId: null,
        sender: 'outbound',
        type: 'text',
        timestamp: startTime,
        subject: null,
        authentication: null,
        text: 'Hello',
        attachments: [],
        origin: { type: 'api', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        messageTemplateId: null,
        replyTo: null,
        interactive: null,
        reply: null,
        scheduledAt: null,
        reactions: [],
        status: 'pending',
        chatId,
        channelId: chat.channelId,
        contactId: chat.contactId,
        errors: [],
      });
      expect(chat.latestMessageId).toBe(data.id);
      expect(await findJobs(stage.database, 'send-message', data.id)).toHaveLength(1);
      expect(await findEvents(stage.database, { chatId })).toEqual([]);
      const read = await world.v3.call('getMessage', { params: { messageId: data.id } });
      expect(expectStatus(read, 200).body.data).toEqual(data);
    });

    it('accepts a reply to a message of the chat, of the contact or of ours', async () => {
      const { chat } = world;
      await stage.database.prisma.chat.updateMany({
        where: { id: chat.id },
        data: { openUntil: new Date('2026-10-15T10:30:00.000Z') },
      });
      const question = await createMessage(stage.database, chat, { text: 'Where is my order?' });
      const replyTo = { messageId: question.id.toUpperCase() };
      const reply = expectStatus(await send({ chatId: chat.id, text: 'Here', replyTo }), 200).body.data;
      expect(reply.replyTo).toEqual({ id: question.id, text: 'Where is my order?' });
      const read = await world.v3.call('getMessage', { params: { messageId: reply.id } });
      expect(expectStatus(read, 200).body.data).toEqual(reply);
      const { contactId, channelId } = chat;
      const further = { contactId, channelId, text: 'And there', replyTo: { messageId: reply.id } };
      expect(expectStatus(await send(further), 200).body.data.replyTo).toEqual({
        id: reply.id,
        text: 'Here',
      });
      const silent = await createMessage(stage.database, chat, { text: null, type: 'image' });
      const toSilent = { chatId: chat.id, text: 'Nice', replyTo: { messageId: silent.id } };
      expect(expectStatus(await send(toSilent), 200).body.data.replyTo).toEqual({
        id: silent.id,
        text: null,
      });
    });

    it('accepts files with a caption; they stay private and have signed URLs', async () => {
      const chatId = await openChat();
      const image = await createFile(stage.database, world.tenant.id, {
        name: 'plan.png',
        contentType: 'image/png',
      });
      const attachments = [{ fileId: image.id }, { fileId: world.file.id.toUpperCase() }];
      const { data } = expectStatus(await send({ chatId, text: 'The plan', attachments }), 200).body;
      expect(data).toMatchObject({ type: 'image', text: 'The plan' });
      expect(data.attachments).toEqual([
        {
          type: 'image',
          url: expect.stringMatching(/^http:\/\/localhost:3000\/files\/[\w-]{116}$/),
          urlExpiresAt: '2026-10-16T10:00:00.000Z',
          fileId: image.id,
          name: 'plan.png',
          contentType: 'image/png',
          size: image.size,
        },
        expect.objectContaining({ type: 'document', name: world.file.name }),
      ]);
      const file = await world.v3.call('getFile', { params: { fileId: image.id } });
      expect(expectStatus(file, 200).body.data.publicUrl).toBeNull();
      expect((await stage.send('GET', new URL(data.attachments[0]?.url ?? '').pathname)).status).toBe(200);
      const alone = expectStatus(await send({ chatId, attachments: [{ fileId: image.id }] }), 200).body.data;
      expect(alone).toMatchObject({ type: 'image', text: null });
    });

    it('accepts a template, filled with fields of the contact and variables of the request', async () => {
      const { id } = await createMessageTemplate(stage.database, world.tenant.id, {
        body: 'Dear {{firstName}}, your code is {{ code }}',
      });
      const template = { id, variables: { code: '{{lastName}}' } };
      const { data } = expectStatus(await send({ chatId: world.chat.id, template }), 200).body;
      expect(data).toMatchObject({ type: 'template', text: 'Dear Ada, your code is {{lastName}}' });
    });

    it('sends to a contact on a channel: in their chat, or in a new chat, whose event is emitted', async () => {
      const { database } = stage;
      const { tenant, contact, channel, messageTemplate } = world;
      const template = { id: messageTemplate.id };
      const to = { contactId: contact.id, channelId: channel.id };
      expect(expectStatus(await send({ ...to, template }), 200).body.data.chatId).toBe(world.chat.id);
      const sms = await createChannel(database, tenant.id, { type: 'sms' });
      const first = expectStatus(await send({ contactId: contact.id, channelId: sms.id, text: 'Hi' }), 200);
      const { chatId } = first.body.data;
      expect(chatId).not.toBe(world.chat.id);
      expect(await findEvents(database, { chatId })).toMatchObject([
        { type: 'chat.created' },
        { type: 'chat.updated' },
      ]);
      const second = await send({ contactId: contact.id, channelId: sms.id, text: 'Again' });
      expect(expectStatus(second, 200).body.data.chatId).toBe(chatId);
    });
  });

  describe('the subject of an email', () => {
    beforeEach(world.renew);

    /** Creates a chat by email, on a separate channel. */
    async function emailChat(settings = {}) {
      const channel = await createChannel(stage.database, world.tenant.id, { type: 'email', settings });
      const { contact } = world;
      const { id: handleId } = await createHandle(stage.database, world.tenant.id, { contactId: contact.id });
      return createChat(stage.database, world.tenant.id, {
        channelId: channel.id,
        contactId: contact.id,
        handleId,
      });
    }

    async function subjectOf(body: MessageSend) {
      return expectStatus(await send(body), 200).body.data.subject;
    }

    it('is returned unchanged by the response, the message, the page of the chat and the chat itself', async () => {
      const { id: chatId } = await emailChat();
      const { data } = expectStatus(await send({ chatId, subject: 'Your order', text: 'Hi' }), 200).body;
      expect(data.subject).toBe('Your order');
      const read = await world.v3.call('getMessage', { params: { messageId: data.id } });
      expect(expectStatus(read, 200).body.data).toEqual(data);
      const page = await world.v3.call('searchChatMessages', { params: { chatId } });
      expect(expectStatus(page, 200).body.data).toEqual([data]);
      const chat = await world.v3.call('getChat', { params: { chatId } });
      expect(expectStatus(chat, 200).body.data.latestMessage).toMatchObject({ subject: 'Your order' });
    });

    it('repeats the subject of the contact’s latest email after one "Re: "', async () => {
      const chat = await emailChat();
      await createMessage(stage.database, chat, { sender: 'inbound', subject: 'Order A-7' });
      expect(await subjectOf({ chatId: chat.id, text: 'Hi' })).toBe('Re: Order A-7');
      const reply = await emailChat();
      await createMessage(stage.database, reply, { sender: 'inbound', subject: 'RE: Order A-7' });
      expect(await subjectOf({ chatId: reply.id, text: 'Hi' })).toBe('RE: Order A-7');
    });

    it('repeats the subject of the contact, even if a later email to the contact had another one', async () => {
      const chat = await emailChat();
      await createMessage(stage.database, chat, { sender: 'inbound', subject: 'Order A-7' });
      expect(await subjectOf({ chatId: chat.id, text: 'Hi', subject: 'Invoice' })).toBe('Invoice');
      expect(await subjectOf({ chatId: chat.id, text: 'Hi' })).toBe('Re: Order A-7');
    });

    it('is the default of the channel, or else "New message", if it is not a reply', async () => {
      const named = await emailChat({ defaultSubject: 'News of the shop' });
      expect(await subjectOf({ chatId: named.id, text: 'Hi' })).toBe('News of the shop');
      const { id: chatId } = await emailChat();
      expect(await subjectOf({ chatId, text: 'Hi' })).toBe('New message');
    });

    it('400 for `subject` on every other channel', async () => {
      for (const type of ['whatsapp', 'sms', 'instagram'] as const) {
        const { id: channelId } = await createChannel(stage.database, world.tenant.id, { type });
        const chatId = await openChat({ channelId });
        expect(errorKeys(await send({ chatId, subject: 'Hello', text: 'Hi' }))).toEqual({
          subject: 'unrecognized_keys',
        });
      }
    });
  });
}
