import { describe, expect, test } from '@jest/globals';
import { type SandboxRecipient, sandboxRecipients, sandboxReportsTo } from '@parley/channels';
import { createAddressReader, receiveMessage, sendMessage, walkSandboxMessage } from '@parley/core';
import { publicUrl, useSending } from './use-sending.js';

const sending = useSending();

type Address = Pick<Parameters<typeof receiveMessage>[1]['item']['from'], 'handleType' | 'value'>;

/** Sends a message to an address of the sandbox, makes all reports about it, and returns what became of it. */
async function deliverTo(from: Address) {
  const channel = await sending.addChannel({ type: channelTypes[from.handleType], provider: 'sandbox' });
  const context = sending.context();
  const item = {
    externalId: `first-${channel.id}`,
    from,
    type: 'text',
    text: 'Hello',
    attachments: [],
    timestamp: context.now(),
    echo: false,
    automated: false,
    subject: null,
  } as const;
  const received = await receiveMessage(context, { channelId: channel.id, item });
  const chatId = received?.chatId ?? '';
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
});
