import { describe, expect, test } from '@jest/globals';
import type { Prisma } from '@parley/database';
import { cancelMessage, getById, messages, newId, sendMessage } from '../../src/index.js';
import { createAutomation, createChat } from '../testkit.js';
import { eventsOf, publicUrl } from './received-message.js';
import { useReceiving } from './use-receiving.js';

const { worlds, receive, newChannel } = useReceiving();
const { database, prisma, own } = worlds;

const buttons = [
  { id: 'am', title: 'In the morning' },
  { id: 'pm', title: 'In the evening' },
];
const list = {
  button: 'Options',
  sections: [
    {
      title: 'To your door',
      rows: [
        { id: 'standard', title: 'Standard', description: '3 days' },
        { id: 'express', title: 'Express' },
      ],
    },
    { title: 'Elsewhere', rows: [{ id: 'shop', title: 'Pick up' }] },
  ],
};
const link = { title: 'Track it', url: 'https://shop.example/orders/1042' };

const addresses = {
  sms: { handleType: 'phone_number', value: '+16505551234' },
  whatsapp: { handleType: 'phone_number', value: '+16505551234' },
  email: { handleType: 'email', value: 'ada@customer.example' },
} as const;

/** A chat in which the contact has written. */
async function converse(type: keyof typeof addresses) {
  const channel = await newChannel({ type });
  const from = addresses[type];
  const first = await receive(channel.id, { from });
  const chatId = first?.chatId ?? '';
  const send = (content: object) => sendMessage(worlds.context(), { to: { chatId }, publicUrl, ...content });
  return {
    chatId,
    channelId: channel.id,
    send,
    /** Sends a message, and the provider accepts it. */
    async deliver(content: object) {
      const message = await send(content);
      await change(message.id, { status: 'sent' });
      return message;
    },
    async write(text: string, values: object = {}) {
      const result = await receive(channel.id, { from, text, ...values });
      return getById(worlds.context(), messages, result?.messageId ?? '');
    },
  };
}

async function change(id: string, data: Prisma.MessageUncheckedUpdateManyInput) {
  await prisma.message.updateMany({ where: { id }, data });
}

describe('an interactive message', () => {
  test.each([
    ['a blank text', { body: ' \n', buttons }, { 'interactive.body': { key: 'too_small' } }],
    [
      'a link that is no web address',
      { body: 'Look', link: { title: 'Open', url: 'javascript:alert(1)' } },
      { 'interactive.link.url': { key: 'invalid_string' } },
    ],
  ])('is refused with %s', async (_case, interactive, invalidParams) => {
    const { send } = await converse('sms');
    await expect(send({ interactive })).rejects.toMatchObject({
      code: 'invalid_body_params',
      details: { invalidParams },
    });
  });

  test('is stored with its choices, and its text has numbers for them', async () => {
    const { send } = await converse('sms');
    const asked = await send({
      interactive: { header: 'Delivery', body: 'When?', footer: 'Reply within a day', buttons },
    });
    expect(asked).toMatchObject({
      type: 'interactive',
      text: 'Delivery\n\nWhen?\n\n1. In the morning\n2. In the evening\n\nReply within a day',
      interactive: { header: 'Delivery', body: 'When?', buttons, list: null, link: null },
      reply: null,
    });
    expect(await getById(worlds.context(), messages, asked.id)).toEqual(asked);
    const listed = await send({ interactive: { body: 'How?', list } });
    expect(listed.text).toBe(
      'How?\n\nTo your door\n1. Standard (3 days)\n2. Express\n\nElsewhere\n3. Pick up',
    );
    expect((await send({ interactive: { body: 'Sent.', link } })).text).toBe(
      'Sent.\n\nTrack it: https://shop.example/orders/1042',
    );
  });
});

describe('a reply by number', () => {
  test.each(['sms', 'email'] as const)(
    'by %s is the choice, in the response and in the event',
    async (type) => {
      const { deliver, write, chatId } = await converse(type);
      await deliver({ interactive: { body: 'When?', buttons } });
      const reply = { id: 'pm', title: 'In the evening' };
      expect(await write(' 2. ')).toMatchObject({ type: 'text', text: ' 2. ', reply });
      const event = (await eventsOf(database, chatId)).at(-1);
      expect(event).toMatchObject({ type: 'message.received', data: { reply } });
      await deliver({ interactive: { body: 'How?', list } });
      expect(await write('3)')).toMatchObject({ reply: { id: 'shop', title: 'Pick up' } });
    },
  );

  test('by email is the first line, above the mail that it repeats', async () => {
    const { deliver, write } = await converse('email');
    await deliver({ interactive: { body: 'When?', buttons } });
    const text = '1\r\n\r\nOn Monday you wrote:\r\n> 1. In the morning';
    expect(await write(text)).toMatchObject({ text, reply: { id: 'am' } });
    expect(await write('1 of them')).toMatchObject({ reply: null });
  });

  test('by email is a choice of the mail that it replies to, not of the latest one', async () => {
    const { deliver, write } = await converse('email');
    const asked = await deliver({ interactive: { body: 'When?', buttons } });
    await prisma.message.updateMany({
      where: { id: asked.id },
      data: { vendorId: '<asked@shop.example>' },
    });
    const later = await deliver({ text: 'Also, how many?' });
    await prisma.message.updateMany({
      where: { id: later.id },
      data: { vendorId: '<later@shop.example>' },
    });
    expect(await write('2', { replyTo: '<asked@shop.example>' })).toMatchObject({ reply: { id: 'pm' } });
    expect(await write('2', { replyTo: '<later@shop.example>' })).toMatchObject({ reply: null });
  });

  test.each([
    ['another text', '2 pieces', {}],
    ['a number of several lines by SMS', '2\nplease', {}],
    ['a number without a choice', '3', {}],
    ['zero', '0', {}],
    ['no text', null, {}],
    ['an echo', '2', { echo: true }],
  ])('is not %s', async (_case, text, values) => {
    const { deliver, write } = await converse('sms');
    await deliver({ interactive: { body: 'When?', buttons } });
    expect(await write('', { text, ...values })).toMatchObject({ reply: null });
  });

  test('is none when the latest message has no choices, and when the message with the choices failed', async () => {
    const { deliver, write } = await converse('sms');
    expect(await write('1')).toMatchObject({ reply: null });
    const asked = await deliver({ interactive: { body: 'When?', buttons } });
    expect(await write('1')).toMatchObject({ reply: { id: 'am' } });
    await prisma.message.updateMany({ where: { id: asked.id }, data: { status: 'failed' } });
    expect(await write('1')).toMatchObject({ reply: null });
    await deliver({ interactive: { body: 'When?', buttons } });
    await deliver({ text: 'How many?' });
    expect(await write('1')).toMatchObject({ reply: null });
    await deliver({ interactive: { body: 'Look', link } });
    expect(await write('1')).toMatchObject({ reply: null });
  });

  test('passes over a message that the contact cannot have seen yet', async () => {
    const { send, deliver, write } = await converse('sms');
    const first = await send({ interactive: { body: 'When?', buttons } });
    expect(await write('2')).toMatchObject({ reply: null });
    await change(first.id, { vendorId: 'known-to-the-provider' });
    expect(await write('2')).toMatchObject({ reply: { id: 'pm' } });
    await deliver({ interactive: { body: 'How?', list } });
    await send({ text: 'How many?' });
    expect(await write('2')).toMatchObject({ reply: { id: 'express' } });
  });

  test('by email to a message that is not known chooses from the latest one: some servers change the Message-ID', async () => {
    const { deliver, write } = await converse('email');
    await deliver({ interactive: { body: 'When?', buttons } });
    expect(await write('2', { replyTo: '<rewritten@relay.example>' })).toMatchObject({ reply: { id: 'pm' } });
  });

  test('is none in a reply to an email of another chat', async () => {
    const { deliver, write, channelId } = await converse('email');
    await deliver({ interactive: { body: 'When?', buttons } });
    const from = { handleType: 'email', value: 'grace@customer.example' } as const;
    await receive(channelId, { from, externalId: '<elsewhere@customer.example>' });
    expect(await write('2', { replyTo: '<elsewhere@customer.example>' })).toMatchObject({ reply: null });
  });

  test('is none when 1,000 messages have followed the question', async () => {
    const { deliver, write, chatId, channelId } = await converse('sms');
    const asked = await deliver({ interactive: { body: 'When?', buttons } });
    const timestamp = new Date(Date.parse(asked.timestamp) + 1_000);
    const inbound = () => ({
      ...{ tenantId: own.tenant.id, id: newId(), chatId, channelId },
      ...({ sender: 'inbound', status: 'delivered', text: 'Hello?', timestamp } as const),
    });
    await prisma.message.createMany({ data: Array.from({ length: 998 }, inbound) });
    expect(await write('2', { timestamp })).toMatchObject({ reply: { id: 'pm' } });
    await prisma.message.createMany({ data: [inbound()] });
    expect(await write('2', { timestamp })).toMatchObject({ reply: null });
  });

  test('chooses from the latest message that was sent, and not from one that is scheduled or was canceled', async () => {
    const { send, deliver, write } = await converse('sms');
    await deliver({ interactive: { body: 'When?', buttons } });
    const scheduledAt = '2026-11-20T08:00:00.000Z';
    const later = await send({ interactive: { body: 'How?', list }, scheduledAt });
    expect(await write('2')).toMatchObject({ reply: { id: 'pm' } });
    await cancelMessage(worlds.context(), later.id);
    expect(await write('2')).toMatchObject({ reply: { id: 'pm' } });
  });

  test('is none on a channel with buttons, whose provider reports the choice', async () => {
    const { deliver, write } = await converse('whatsapp');
    await deliver({ interactive: { body: 'When?', buttons } });
    expect(await write('2')).toMatchObject({ reply: null });
    expect(await write('In the evening', { reply: buttons[1] })).toMatchObject({ reply: buttons[1] });
  });

  test('never sees the choices of another chat', async () => {
    const { deliver, channelId } = await converse('sms');
    await deliver({ interactive: { body: 'When?', buttons } });
    await createChat(database, own.tenant.id, { channelId });
    const result = await receive(channelId, {
      from: { handleType: 'phone_number', value: '+16505557777' },
      text: '1',
    });
    const message = await getById(worlds.context(), messages, result?.messageId ?? '');
    expect(message.reply).toBeNull();
  });
});

describe('a message_received trigger with a reply', () => {
  test('starts a run only for that choice, and the run has its id and title as variables', async () => {
    const { write, chatId, channelId } = await converse('whatsapp');
    const waitFor = async (triggerParameters: object) => {
      const values = { triggerType: 'message_received', triggerChannelId: channelId } as const;
      const { id } = await createAutomation(database, own.tenant.id, values);
      await prisma.automationVersion.updateMany({
        where: { automationId: id },
        data: { triggerParameters },
      });
      return id;
    };
    const [any, evening] = [await waitFor({}), await waitFor({ replyId: 'pm' })];
    await waitFor({ replyId: 'am' });
    const both = await waitFor({ replyId: 'pm', keyword: 'evening' });
    await waitFor({ replyId: 'pm', keyword: 'morning' });
    await write('In the evening', { reply: buttons[1] });
    const runs = await prisma.automationRun.findMany({ where: { chatId } });
    expect(runs.map(({ automationId }) => automationId).sort()).toEqual([any, evening, both].sort());
    const variables = { replyId: 'pm', replyTitle: 'In the evening' };
    expect(runs.map((run) => run.variables)).toEqual([variables, variables, variables]);
    await write('In the evening');
    const later = await prisma.automationRun.findMany({
      where: { chatId, id: { notIn: runs.map(({ id }) => id) } },
    });
    expect(later.map(({ automationId, variables }) => [automationId, variables])).toEqual([[any, {}]]);
  });
});
