import { describe, expect, test } from '@jest/globals';
import { type SandboxRecipient, sandboxRecipients, sandboxReportsTo } from '@parley/channels';
import {
  type Context,
  createAddressReader,
  receiveMessage,
  sendMessage,
  triggerAutomation,
  walkSandboxMessage,
} from '@parley/core';
import { createAutomation } from '@parley/testkit';
import { receivedMessage } from '../../../../packages/core/test/messages/received-message.js';
import { publicUrl, useSending } from './use-sending.js';

const sending = useSending();

type Address = Pick<Parameters<typeof receiveMessage>[1]['item']['from'], 'handleType' | 'value'>;

/** Receives a message from an address of the sandbox, which opens a chat. */
async function receiveFrom(from: Address) {
  const channel = await sending.addChannel({ type: channelTypes[from.handleType], provider: 'sandbox' });
  const context = sending.context();
  const item = receivedMessage({ from, text: 'Hello', timestamp: context.now() });
  const received = await receiveMessage(context, { channelId: channel.id, item });
  return { context, chatId: received?.chatId ?? '' };
}

/** Sends a message to an address of the sandbox, makes all reports about it, and returns what became of it. */
async function deliverTo(from: Address) {
  const { context, chatId } = await receiveFrom(from);
  const before = (await sending.events(chatId)).length;
  const { id } = await sendMessage(context, { to: { chatId }, text: 'Your parcel is here', publicUrl });
  const waits: number[] = [];
  await sending.send(id);
  while ((await sending.read(id)).status === 'pending') {
    const [dueAt] = await sending.dueAt(id);
    waits.push((dueAt?.getTime() ?? 0) - sending.clock.now().getTime());
    sending.clock.set(dueAt ?? sending.clock.now());
    await sending.send(id);
  }
  const pauses: number[] = [];
  if ((await sending.read(id)).status === 'sent') {
    for (
      let step = 0;
      await walkSandboxMessage(context, { messageId: id, step }, sandboxReportsTo);
      step += 1
    ) {
      // A job may run twice.
      await walkSandboxMessage(context, { messageId: id, step }, sandboxReportsTo);
      pauses.push(await waitOfWalk(id));
    }
  }
  const { prisma } = context.database;
  return {
    message: await sending.read(id),
    events: (await sending.events(chatId)).slice(before).map(({ type, data }) => {
      const { status, text } = Object(data);
      return type.startsWith('message') ? [type, status, text] : [type];
    }),
    messages: await prisma.message.count({ where: { chatId } }),
    contact: await prisma.contact.findFirstOrThrow({ where: { chats: { some: { id: chatId } } } }),
    waits,
    pauses,
  };
}

const channelTypes = { phone_number: 'sms', email: 'email', instagram: 'instagram' } as const;

async function waitOfWalk(messageId: string): Promise<number> {
  const { rows } = await sending
    .context()
    .database.pool.query<{ runAt: Date }>(
      `select run_at as "runAt" from graphile_worker.jobs where key like 'walk-sandbox:%' || $1`,
      [messageId],
    );
  return (rows[0]?.runAt.getTime() ?? 0) - sending.clock.now().getTime();
}

const text = 'Your parcel is here';
const sent = ['message.sent', 'sent', text];
const delivered = ['message.updated', 'delivered', text];
const read = ['message.updated', 'read', text];
const failed = ['message.updated', 'failed', text];
const answer = ['message.received', 'delivered', text];

/** The addresses that the documentation promises, with what an integration sees. */
const promised: Readonly<Record<string, { events: unknown; errors?: string; messages?: number }>> = {
  refused: { events: [failed], errors: 'invalid_recipient' },
  'window-closed': { events: [failed], errors: 'reply_window_closed' },
  throttled: { events: [sent, delivered, read] },
  unread: { events: [sent, delivered] },
  late: { events: [sent, delivered, read] },
  duplicate: { events: [sent, delivered, read] },
  echo: { events: [sent, delivered, read] },
  bounce: { events: [sent, failed], errors: 'bounced' },
  complaint: { events: [sent, delivered] },
  answer: { events: expect.arrayContaining([sent, delivered, read, answer]), messages: 3 },
};

const nameOf = ({ addresses }: SandboxRecipient) => addresses.email.replace('@sandbox.example', '');

describe('a message to the sandbox at', () => {
  test('every address is one that a contact can have', async () => {
    expect(sandboxRecipients.map(nameOf)).toEqual(Object.keys(promised));
    const readAddress = await createAddressReader(null);
    for (const { addresses } of sandboxRecipients) {
      for (const [type, value] of Object.entries(addresses))
        expect(readAddress(type as Address['handleType'], value)).toBe(value);
    }
  });

  test.each(sandboxRecipients.map((recipient) => [nameOf(recipient), recipient] as const))(
    '%s does what the documentation says',
    async (name, { addresses }) => {
      const { events, errors, messages = 2 } = promised[name] ?? {};
      const outcome = await deliverTo({ handleType: 'phone_number', value: addresses.phone_number });
      expect(outcome.events.filter(([type]) => type !== 'chat.updated')).toEqual(events);
      expect(outcome.message.errors).toEqual(
        errors === undefined ? [] : [expect.objectContaining({ code: errors })],
      );
      expect(outcome.messages).toBe(messages);
      expect(outcome.contact.isSubscribed).toBe(name !== 'complaint');
      expect(outcome.waits).toEqual(name === 'throttled' ? [2_000] : []);
      expect(outcome.pauses[0] === 60_000).toBe(name === 'late');
    },
  );

  test.each(['email', 'instagram'] as const)(
    'an address of %s behaves like the number',
    async (handleType) => {
      const { addresses } = sandboxRecipients.find((recipient) => nameOf(recipient) === 'bounce') ?? {};
      const { message } = await deliverTo({ handleType, value: addresses?.[handleType] ?? '' });
      expect(message.status).toBe('failed');
    },
  );

  test.each([
    ['of an automation', true, 'Hello'],
    ['without a text', false, null],
  ])('answer is not answered when the message is one %s', async (_case, isAutomated, ownText) => {
    const { context, chatId } = await receiveFrom(addressOf('answer'));
    const { database, tenantId } = context;
    const { contactId } = await database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
    const { id: automationId } = await createAutomation(database, tenantId);
    const { runId } = await triggerAutomation(context, { automationId, contactId });
    const { id } = await sendMessage(context, { to: { chatId }, text: 'Hello', publicUrl });
    await sending.send(id);
    await database.prisma.message.updateMany({
      where: { id },
      data: { text: ownText, automationRunId: isAutomated ? runId : null },
    });
    const reports = await walkAll(context, id);
    expect(reports).toEqual(['delivered', 'read', 'answered']);
    expect(await database.prisma.message.count({ where: { chatId, sender: 'inbound' } })).toBe(1);
  });

  test('complaint ends the reports quietly when the contact is deleted meanwhile', async () => {
    const { context, chatId } = await receiveFrom(addressOf('complaint'));
    const { database } = context;
    const { contactId } = await database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
    const { id } = await sendMessage(context, { to: { chatId }, text, publicUrl });
    await sending.send(id);
    const sql: typeof database.sql = async (...statement) => {
      const rows = await database.sql(...statement);
      await database.prisma.contact.deleteMany({ where: { id: contactId } });
      return rows;
    };
    const walk = { messageId: id, step: 1 };
    const deleting = { ...context, database: { ...database, sql } };
    expect(await walkSandboxMessage(deleting, walk, sandboxReportsTo)).toBeNull();
    expect(await database.prisma.contact.count({ where: { id: contactId } })).toBe(0);
  });
});

async function walkAll(context: Context, messageId: string) {
  const reports: unknown[] = [];
  let report: unknown;
  do {
    report = await walkSandboxMessage(context, { messageId, step: reports.length }, sandboxReportsTo);
    if (report !== null) reports.push(report);
  } while (report !== null);
  return reports;
}

function addressOf(name: string): Address {
  const recipient = sandboxRecipients.find((candidate) => nameOf(candidate) === name);
  return { handleType: 'phone_number', value: recipient?.addresses.phone_number ?? '' };
}
