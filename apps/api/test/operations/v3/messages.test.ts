import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import {
  createChannel,
  createChat,
  createContact,
  createFile,
  createHandle,
  createMessage,
  createMessageTemplate,
  expectStatus,
} from '@parley/testkit';
import { faultKeys, invalid } from '../support/failures.js';
import { findEvents } from '../support/find-events.js';
import { findJobs } from '../support/find-jobs.js';
import { recordStatements } from '../support/record-statements.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { startTime } from '../support/start-stage.js';
import { useStage, useWorld } from '../support/use-stage.js';

type MessageSend = components['schemas']['MessageSend'];

const stage = useStage();
const world = useWorld(stage);

function snapshot() {
  return snapshotTenant(stage.database, world.tenant.id);
}

function send(body: MessageSend) {
  return world.v3.call('sendMessage', { body });
}

/** A chat in which anything may be written for an hour. */
async function openChat(values: Parameters<typeof createChat>[2] = {}): Promise<string> {
  const openUntil = new Date('2026-10-15T10:30:00.000Z');
  return (await createChat(stage.database, world.tenant.id, { openUntil, ...values })).id;
}

const unknownId = '0193a1e0-5c00-7000-8000-00000000ffff';

describe('sendMessage 200', () => {
  beforeEach(world.renew);

  it('accepts a text to a chat: pending, the latest of the chat, with a job, and nobody is told yet', async () => {
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
      text: 'Hello',
      attachments: [],
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

  it('accepts files with a caption, by their public URLs', async () => {
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
        url: expect.stringMatching(/^http:\/\/localhost:3000\/files\/[\w-]{43}$/),
        name: 'plan.png',
        contentType: 'image/png',
        size: image.size,
      },
      expect.objectContaining({ type: 'document', name: world.file.name }),
    ]);
    const urls = await world.v3.call('getFilePublicUrl', {
      params: { fileId: image.id },
    });
    expect(expectStatus(urls, 200).body.data.publicUrl).toBe(data.attachments[0]?.url);
    expect((await stage.send('GET', new URL(data.attachments[0]?.url ?? '').pathname)).status).toBe(200);
    const alone = expectStatus(await send({ chatId, attachments: [{ fileId: image.id }] }), 200).body.data;
    expect(alone).toMatchObject({ type: 'image', text: null });
  });

  it('accepts a template, filled with what is known of the contact and what is told', async () => {
    const { id } = await createMessageTemplate(stage.database, world.tenant.id, {
      body: 'Dear {{firstName}}, your code is {{ code }}',
    });
    const template = { id, variables: { code: '{{lastName}}' } };
    const { data } = expectStatus(await send({ chatId: world.chat.id, template }), 200).body;
    expect(data).toMatchObject({ type: 'template', text: 'Dear Ada, your code is {{lastName}}' });
  });

  it('to a contact on a channel: into their chat, or into one that is made and told', async () => {
    const { database } = stage;
    const { tenant, contact, channel, messageTemplate } = world;
    const template = { id: messageTemplate.id };
    const to = { contactId: contact.id, channelId: channel.id };
    expect(expectStatus(await send({ ...to, template }), 200).body.data.chatId).toBe(world.chat.id);
    const sms = await createChannel(database, tenant.id, { type: 'sms' });
    const first = expectStatus(await send({ contactId: contact.id, channelId: sms.id, text: 'Hi' }), 200);
    const { chatId } = first.body.data;
    expect(chatId).not.toBe(world.chat.id);
    expect(await findEvents(database, { chatId })).toMatchObject([{ type: 'chat.updated' }]);
    const second = await send({ contactId: contact.id, channelId: sms.id, text: 'Again' });
    expect(expectStatus(second, 200).body.data.chatId).toBe(chatId);
  });
});

describe('the subject of an email', () => {
  beforeEach(world.renew);

  /** A chat by email, on a channel of its own. */
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

  it('is shown as it was given: by the answer, the message, the page of the chat and the chat itself', async () => {
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

  it('repeats that of the contact’s latest email behind one "Re: "', async () => {
    const chat = await emailChat();
    await createMessage(stage.database, chat, { sender: 'inbound', subject: 'Order A-7' });
    expect(await subjectOf({ chatId: chat.id, text: 'Hi' })).toBe('Re: Order A-7');
    const reply = await emailChat();
    await createMessage(stage.database, reply, { sender: 'inbound', subject: 'RE: Order A-7' });
    expect(await subjectOf({ chatId: reply.id, text: 'Hi' })).toBe('RE: Order A-7');
  });

  it('is the default of the channel, and then "New message", when nothing is answered', async () => {
    const named = await emailChat({ defaultSubject: 'News of the shop' });
    expect(await subjectOf({ chatId: named.id, text: 'Hi' })).toBe('News of the shop');
    const { id: chatId } = await emailChat();
    expect(await subjectOf({ chatId, text: 'Hi' })).toBe('New message');
  });

  it('400 on `subject` on every other channel', async () => {
    for (const type of ['whatsapp', 'sms', 'instagram'] as const) {
      const { id: channelId } = await createChannel(stage.database, world.tenant.id, { type });
      const chatId = await openChat({ channelId });
      expect(faultKeys(await send({ chatId, subject: 'Hello', text: 'Hi' }))).toEqual({
        subject: 'unrecognized_keys',
      });
    }
  });
});

describe('sendMessage 400; nothing happens', () => {
  let chatId: string;

  beforeAll(async () => {
    await world.renew();
    chatId = await openChat();
  });

  async function expectFaults(wrongBody: object, expected: object): Promise<void> {
    const before = await snapshot();
    expect(faultKeys(await world.v3.call('sendMessage', { wrongBody }))).toEqual(expected);
    expect(await snapshot()).toEqual(before);
  }

  it.each([
    [{}, { chatId: 'invalid_type', text: 'invalid_type' }],
    [{ text: 'Hi' }, { chatId: 'invalid_type' }],
    [{ contactId: unknownId, text: 'Hi' }, { channelId: 'invalid_type' }],
    [{ channelId: unknownId, text: 'Hi' }, { contactId: 'invalid_type' }],
    [
      { chatId: unknownId, contactId: unknownId, channelId: unknownId, text: 'Hi' },
      { contactId: 'unrecognized_keys', channelId: 'unrecognized_keys' },
    ],
    [{ chatId: unknownId }, { text: 'invalid_type' }],
    [{ chatId: unknownId, text: 'Hi', template: { id: unknownId } }, { text: 'unrecognized_keys' }],
    [
      { chatId: 'x', text: '' },
      { chatId: 'invalid_string', text: 'too_small' },
    ],
    [{ chatId: unknownId, text: 'x'.repeat(4_097) }, { text: 'too_big' }],
    [{ chatId: unknownId, text: null }, { text: 'invalid_type' }],
    [{ chatId: unknownId, attachments: [] }, { attachments: 'too_small' }],
    [
      { chatId: unknownId, attachments: Array.from({ length: 11 }, () => ({ fileId: unknownId })) },
      { attachments: 'too_big' },
    ],
    [
      { chatId: unknownId, template: { id: unknownId, variables: { code: 1 } } },
      { 'template.variables.code': 'invalid_type' },
    ],
    [{ chatId: unknownId, text: 'Hi', sender: 'inbound' }, { sender: 'unrecognized_keys' }],
  ])('for %j', (body, expected) => expectFaults(body, expected));

  it('not_found for a file that is unknown or another tenant’s', async () => {
    const attachments = [{ fileId: world.file.id }, { fileId: unknownId }, { fileId: stage.other.file.id }];
    await expectFaults(
      { chatId, attachments },
      { 'attachments.1.fileId': 'not_found', 'attachments.2.fileId': 'not_found' },
    );
  });

  it('a subject on a channel that knows none', () =>
    expectFaults({ chatId, text: 'Hi', subject: 'Hello' }, { subject: 'unrecognized_keys' }));

  it('a template for another channel, or with a placeholder that nobody filled', async () => {
    const { database } = stage;
    const sms = await createMessageTemplate(database, world.tenant.id, { channelType: 'sms' });
    await expectFaults({ chatId, template: { id: sms.id } }, { 'template.id': 'not_found' });
    const open = await createMessageTemplate(database, world.tenant.id, { body: '{{code}} {{firstName}}' });
    await expectFaults({ chatId, template: { id: open.id } }, { 'template.variables.code': 'invalid_type' });
  });

  const files = (count: number) => Array.from({ length: count }, () => ({ fileId: world.file.id }));
  it.each([
    ['sms', () => ({ text: 'x'.repeat(1_601) }), { text: 'too_big' }],
    ['whatsapp', () => ({ attachments: files(2) }), { attachments: 'too_big' }],
    ['instagram', () => ({ text: 'Hi', attachments: files(1) }), { attachments: 'unrecognized_keys' }],
    [
      'instagram',
      () => ({ subject: 'Hi', text: 'x'.repeat(1_001), attachments: files(2) }),
      { subject: 'unrecognized_keys', text: 'too_big', attachments: 'too_big' },
    ],
  ] as const)('what %s cannot carry (case %#), all faults at once', async (type, content, faults) => {
    const { id: channelId } = await createChannel(stage.database, world.tenant.id, { type, provider: type });
    await expectFaults({ chatId: await openChat({ channelId }), ...content() }, faults);
  });

  it('a contact without a handle that fits the channel', async () => {
    const channel = await createChannel(stage.database, world.tenant.id, { type: 'email' });
    const to = { contactId: world.contact.id, channelId: channel.id };
    await expectFaults({ ...to, text: 'Hi' }, { contactId: 'not_found' });
  });
});

describe('sendMessage 404; nothing happens', () => {
  beforeAll(world.renew);

  it.each([
    ['chat_not_found', 'Chat not found', () => ({ chatId: stage.other.chat.id, text: 'Hi' })],
    [
      'contact_not_found',
      'Contact not found',
      () => ({ contactId: stage.other.contact.id, channelId: world.channel.id, text: 'Hi' }),
    ],
    [
      'channel_not_found',
      'Channel not found',
      () => ({ contactId: world.contact.id, channelId: stage.other.channel.id, text: 'Hi' }),
    ],
    [
      'message_template_not_found',
      'Message template not found',
      () => ({ chatId: world.chat.id, template: { id: stage.other.messageTemplate.id } }),
    ],
  ])('%s, also for what is another tenant’s', async (messageKey, message, body) => {
    const before = await snapshot();
    expect(expectStatus(await send(body()), 404).body.error).toEqual({ messageKey, message });
    expect(await snapshot()).toEqual(before);
  });
});

describe('sendMessage 409 reply_window_closed; nothing happens', () => {
  beforeAll(world.renew);

  it('before the contact has written, and from a day after their last message on; a template is fine', async () => {
    const day = 24 * 60 * 60 * 1_000;
    const item = { from: '+4915155555555', name: 'Ada Berg', text: 'Hello?' };
    const inbound = await stage.send('POST', `/ingress/${world.channel.id}`, {
      wrongBody: item,
      token: world.token,
    });
    expect(inbound.status).toBe(200);
    const { id: chatId } = await stage.database.prisma.chat.findFirstOrThrow({
      where: { tenantId: world.tenant.id, handle: { value: item.from } },
    });
    stage.clock.set(new Date(new Date(startTime).getTime() + day - 1));
    expectStatus(await send({ chatId, text: 'Just in time' }), 200);
    stage.clock.set(new Date(new Date(startTime).getTime() + day));
    const error = {
      messageKey: 'reply_window_closed',
      message: 'The reply window of this chat is closed. Send a message template',
    };
    for (const closed of [chatId, world.chat.id]) {
      const before = await snapshot();
      expect(expectStatus(await send({ chatId: closed, text: 'Too late' }), 409).body.error).toEqual(error);
      const file = { chatId: closed, attachments: [{ fileId: world.file.id }] };
      expect(expectStatus(await send(file), 409).body.error).toEqual(error);
      expect(await snapshot()).toEqual(before);
      const template = { id: world.messageTemplate.id };
      expectStatus(await send({ chatId: closed, template }), 200);
    }
  });
});

describe('getMessage', () => {
  beforeAll(world.renew);

  it('200 with how far it has come, and why it failed', async () => {
    const errors = [{ code: '131026', message: 'Not on WhatsApp' }];
    const failed = await createMessage(stage.database, world.chat, {
      sender: 'outbound',
      status: 'failed',
      vendorId: null,
      errors,
    });
    const read = await world.v3.call('getMessage', { params: { messageId: failed.id } });
    expect(expectStatus(read, 200).body.data).toEqual({
      id: failed.id,
      vendorId: null,
      sender: 'outbound',
      type: 'text',
      timestamp: '2026-10-14T09:30:00.000Z',
      subject: null,
      text: failed.text,
      attachments: [],
      status: 'failed',
      chatId: world.chat.id,
      channelId: world.channel.id,
      contactId: world.contact.id,
      errors,
    });
  });

  it('404 message_not_found', async () => {
    const read = await world.v3.call('getMessage', { params: { messageId: unknownId } });
    expect(expectStatus(read, 404).body.error).toEqual({
      messageKey: 'message_not_found',
      message: 'Message not found',
    });
  });
});

describe('searchChatMessages 200', () => {
  beforeEach(world.renew);

  function list(body: components['schemas']['MessagePageRequest'], chatId = world.chat.id) {
    return world.v3.call('searchChatMessages', { params: { chatId }, body });
  }

  /** Twelve, of which four and four share a moment; beside the one of the world, the oldest. */
  async function write(): Promise<void> {
    for (let number = 1; number <= 12; number += 1) {
      const timestamp = new Date(Date.UTC(2026, 9, 15, Math.floor((number - 1) / 4)));
      await createMessage(stage.database, world.chat, { text: String(number), timestamp });
    }
  }

  it('without a body gives the ten newest, each as getMessage does, and how to go on', async () => {
    await write();
    const params = { chatId: world.chat.id };
    const { data, pagination } = expectStatus(
      await world.v3.call('searchChatMessages', { params }),
      200,
    ).body;
    expect(data.map(({ text }) => text)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
    expect(pagination).toEqual({ limit: 10, nextCursor: expect.stringMatching(/^[\w-]+$/) });
    const messageId = data[0]?.id ?? '';
    const read = await world.v3.call('getMessage', { params: { messageId } });
    expect(expectStatus(read, 200).body.data).toEqual(data[0]);
  });

  it('pages leave nothing out and repeat nothing, whatever comes and goes in between', async () => {
    await write();
    const texts: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: ReturnType<typeof pageOf> = pageOf(await list({ limit: 5, ...(cursor && { cursor }) }));
      texts.push(...page.data.map(({ text }) => text));
      cursor = page.pagination.nextCursor;
      await createMessage(stage.database, world.chat, { timestamp: new Date(startTime) });
      // The message after which the next page begins may be gone by then.
      const last = page.data.at(-1);
      await stage.database.prisma.chat.updateMany({
        where: { id: world.chat.id },
        data: { latestMessageId: null },
      });
      await stage.database.prisma.message.deleteMany({ where: { id: last?.id ?? '' } });
    } while (cursor !== null);
    expect(texts).toEqual([
      ...Array.from({ length: 12 }, (_, index) => String(12 - index)),
      world.message.text,
    ]);
  });

  function pageOf(answer: Awaited<ReturnType<typeof list>>) {
    return expectStatus(answer, 200).body;
  }

  it('the last page says so, also when it is full, and a chat without messages has one', async () => {
    await write();
    expect(pageOf(await list({ limit: 13 })).pagination).toEqual({ limit: 13, nextCursor: null });
    expect(pageOf(await list({ limit: 100 })).data).toHaveLength(13);
    const empty = await createChat(stage.database, world.tenant.id);
    expect(pageOf(await list({}, empty.id))).toEqual({
      success: true,
      data: [],
      pagination: { limit: 10, nextCursor: null },
      query: { query: null, sortBy: null, search: null },
    });
  });

  it('each page is one statement, which reads no further than it shows', async () => {
    await write();
    const { nextCursor } = pageOf(await list({ limit: 2 })).pagination;
    const { result, statements } = await recordStatements(() =>
      list({ limit: 2, ...(nextCursor && { cursor: nextCursor }) }),
    );
    expect(pageOf(result).data).toHaveLength(2);
    expect(statements).toHaveLength(1);
  });

  it('a cursor of another chat only tells a place in time', async () => {
    await write();
    const other = await createContact(stage.database, world.tenant.id);
    const chat = await createChat(stage.database, world.tenant.id, {
      contactId: other.id,
      handleId: other.handle.id,
    });
    await createMessage(stage.database, chat, { text: 'theirs' });
    const { nextCursor } = pageOf(await list({ limit: 12 })).pagination;
    const page = pageOf(await list({ ...(nextCursor && { cursor: nextCursor }) }, chat.id));
    expect(page.data.map(({ text }) => text)).toEqual(['theirs']);
  });
});

describe('searchChatMessages with query, sortBy and search', () => {
  beforeEach(world.renew);

  function list(body: components['schemas']['MessagePageRequest']) {
    return world.v3.call('searchChatMessages', {
      params: { chatId: world.chat.id },
      body,
    });
  }

  async function write(): Promise<void> {
    const statuses = ['pending', 'sent', 'delivered', 'read', 'failed'] as const;
    for (let number = 0; number < 20; number += 1) {
      await createMessage(stage.database, world.chat, {
        text: `${number % 2 === 0 ? 'Order' : 'Offer'} ${number}`,
        sender: number % 4 === 0 ? 'inbound' : 'outbound',
        status: statuses[number % 5] ?? 'pending',
        timestamp: new Date(Date.UTC(2026, 9, 15, Math.floor(number / 6))),
      });
    }
  }

  it('200 with what is found, page by page in the order that was asked for, and the search that was run', async () => {
    await write();
    const search = { query: 'eq(sender,outbound)', sortBy: 'status:desc,timestamp:asc', search: 'ORDER' };
    const texts: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const answer: Awaited<ReturnType<typeof list>> = await list({
        ...search,
        limit: 2,
        ...(cursor && { cursor }),
      });
      const { data, pagination, query } = expectStatus(answer, 200).body;
      expect(query).toEqual(search);
      texts.push(...data.map(({ text }) => text));
      cursor = pagination.nextCursor;
    } while (cursor !== null);
    expect(texts).toEqual(['Order 14', 'Order 18', 'Order 2', 'Order 6', 'Order 10'].sort(byStatus));
  });

  /** By the declared order from its end, and then by time; the number decides both. */
  function byStatus(one: string, other: string): number {
    const [a = 0, b = 0] = [one, other].map((text) => Number(text.split(' ')[1]));
    return (b % 5) - (a % 5) || a - b;
  }

  it.each([
    ['another query', { query: 'eq(sender,inbound)', sortBy: 'status' }],
    ['another order', { query: 'eq(sender,outbound)', sortBy: 'status:desc' }],
    ['a text to find', { query: 'eq(sender,outbound)', sortBy: 'status', search: 'Order' }],
    ['no search at all', {}],
  ])('400 invalid_string on cursor for a cursor that is used with %s', async (_, other) => {
    await write();
    const page = expectStatus(await list({ query: 'eq(sender,outbound)', sortBy: 'status', limit: 2 }), 200);
    const cursor = page.body.pagination.nextCursor ?? '';
    const message = 'The cursor belongs to another query, sortBy or search';
    expect(expectStatus(await list({ ...other, cursor }), 400).body).toEqual(
      invalid({ cursor: { key: 'invalid_string', message } }),
    );
  });

  it('400 names the errors of the cursor, both expressions and the schema together', async () => {
    const wrongBody = { query: 'x', cursor: 'x', limit: 0, surprise: 1 };
    const params = { chatId: world.chat.id };
    const answer = await world.v3.call('searchChatMessages', { params, wrongBody });
    expect(faultKeys(answer)).toEqual({
      query: 'invalid_string',
      cursor: 'invalid_string',
      limit: 'too_small',
      surprise: 'unrecognized_keys',
    });
  });
});

describe('searchChatMessages refusals', () => {
  beforeAll(world.renew);

  const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
  it.each([
    'x',
    '....',
    cursorOf('2026-10-15T09:30:00.000Z'),
    cursorOf(`2026-10-15T09:30:00.000Z/${unknownId}/1`),
    cursorOf(`yesterday/${unknownId}`),
    cursorOf(`infinity/${unknownId}`),
    cursorOf(`2026-10-15/${unknownId}`),
    cursorOf(`2026-10-15T09:30:00.000Z/'; drop table chats; --`),
    `${cursorOf(`2026-10-15T09:30:00.000Z/${unknownId}`)}=`,
  ])('400 invalid_string for the cursor %j', async (cursor) => {
    const params = { chatId: world.chat.id };
    const answer = await world.v3.call('searchChatMessages', {
      params,
      body: { cursor },
    });
    const fault = { key: 'invalid_string', message: 'Not a cursor of this operation' };
    expect(expectStatus(answer, 400).body).toEqual(invalid({ cursor: fault }));
  });

  it.each([
    [
      { limit: 0, cursor: '' },
      { limit: 'too_small', cursor: 'too_small' },
    ],
    [{ limit: 101 }, { limit: 'too_big' }],
    [{ limit: '10' }, { limit: 'invalid_type' }],
    [{ page: 1 }, { page: 'unrecognized_keys' }],
  ])('400 for %j', async (wrongBody, expected) => {
    const params = { chatId: world.chat.id };
    const answer = await world.v3.call('searchChatMessages', { params, wrongBody });
    expect(faultKeys(answer)).toEqual(expected);
  });

  it('404 chat_not_found', async () => {
    const params = { chatId: unknownId };
    const { body } = expectStatus(await world.v3.call('searchChatMessages', { params }), 404);
    expect(body.error).toEqual({ messageKey: 'chat_not_found', message: 'Chat not found' });
  });
});
