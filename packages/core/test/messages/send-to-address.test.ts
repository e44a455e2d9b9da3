import { describe, expect, test } from '@jest/globals';
import { newId, receiveMessage, sendMessage } from '../../src/index.js';
import { refusal, validationErrors } from '../refusals.js';
import { withKey } from '../test-context.js';
import {
  createAutomation,
  createChannel,
  createContact,
  createMessageTemplate,
  nextNumber,
} from '../testkit.js';
import { whileHeld } from '../while-held.js';
import { eventsOf, publicUrl, receivedMessage } from './received-message.js';
import { useSending } from './use-sending.js';

const { worlds, send } = useSending();
const { database, prisma, own } = worlds;

const newNumber = () => `+49151${30_000_000 + nextNumber()}`;

async function openChannel(type: 'sms' | 'email' | 'instagram' | 'whatsapp') {
  return (await createChannel(database, own.tenant.id, { type })).id;
}

const countOf = async (value: string) => {
  const handles = await prisma.handle.findMany({ where: { value, tenantId: own.tenant.id } });
  const contactId = { in: handles.map((handle) => handle.contactId) };
  return {
    handles: handles.length,
    chats: await prisma.chat.count({ where: { contactId } }),
    messages: await prisma.message.count({ where: { chat: { contactId } } }),
  };
};

describe('sending to an address', () => {
  test.each([
    ['sms', { phoneNumber: '+49 1511 2345671' }, '+4915112345671'],
    ['email', { email: ' Ada@Customer.Example ' }, 'ada@customer.example'],
    ['instagram', { instagram: '@Ada.Berg' }, 'ada.berg'],
  ] as const)(
    'on %s creates the contact and the chat, with their events, and sends there again',
    async (type, to, value) => {
      const channelId = await openChannel(type);
      const content = type === 'instagram' ? { template: { id: (await approved()).id } } : { text: 'Hi' };
      const first = await send({ to: { channelId, to }, ...content });
      expect(await prisma.handle.findMany({ where: { contactId: first.contactId } })).toMatchObject([
        { value, isPrimary: true },
      ]);
      expect((await eventsOf(database, first.chatId)).map((event) => event.type)).toEqual([
        'chat.created',
        'chat.updated',
      ]);
      const ofContact = { contactId: first.contactId, type: 'contact.updated' } as const;
      expect(await prisma.event.count({ where: ofContact })).toBe(1);
      const second = await send({ to: { channelId, to }, ...content });
      expect(second).toMatchObject({ chatId: first.chatId, contactId: first.contactId });
      expect(await countOf(value)).toEqual({ handles: 1, chats: 1, messages: 2 });
      expect(await prisma.event.count({ where: ofContact })).toBe(1);
    },
  );

  const approved = () => createMessageTemplate(database, own.tenant.id, { body: 'Hello' });

  test('finds the contact who has the address, and the chat in which the person wrote', async () => {
    const channelId = await openChannel('sms');
    const contact = await createContact(database, own.tenant.id);
    const { type, value } = contact.handle;
    expect(type).toBe('phone_number');
    const item = receivedMessage({ from: { handleType: type, value } });
    const received = await receiveMessage(worlds.context(), { channelId, item });
    expect(await send({ to: { channelId, to: { phoneNumber: value } }, text: 'Hi' })).toMatchObject({
      chatId: received?.chatId,
      contactId: contact.id,
    });
  });

  test('starts an automation that waits for new contacts, once, and none when the message is refused', async () => {
    const automation = await createAutomation(database, own.tenant.id, { triggerType: 'contact_created' });
    const runs = () => prisma.automationRun.findMany({ where: { automationId: automation.id } });
    const to = { channelId: await openChannel('sms'), to: { phoneNumber: newNumber() } };
    await expect(send({ to, attachments: [{ fileId: newId() }] })).rejects.toThrow();
    expect(await runs()).toEqual([]);
    const { chatId, contactId } = await send({ to, text: 'Hi' });
    await send({ to, text: 'Again' });
    expect(await runs()).toMatchObject([{ chatId, contactId }]);
  });

  test('twice at once creates one contact and one chat', async () => {
    const channelId = await openChannel('sms');
    const phoneNumber = newNumber();
    const sending = { to: { channelId, to: { phoneNumber } }, text: 'Hi', publicUrl };
    const both = await whileHeld(database, {
      hold: (client) => client.query('lock table handles in share mode'),
      work: () => Promise.all([1, 2].map(() => sendMessage(worlds.context(), sending))),
      waiting: 2,
    });
    expect(new Set(both.map(({ chatId }) => chatId)).size).toBe(1);
    expect(await countOf(phoneNumber)).toEqual({ handles: 1, chats: 1, messages: 2 });
    const { contactId = '' } = both[0] ?? {};
    const events = await prisma.event.findMany({ where: { contactId } });
    expect(events.map((event) => event.type).sort()).toEqual([
      'chat.created',
      'chat.updated',
      'contact.created',
      'contact.updated',
    ]);
  });

  test('takes effect once for one idempotency key', async () => {
    const channelId = await openChannel('sms');
    const phoneNumber = newNumber();
    const sending = { to: { channelId, to: { phoneNumber } }, text: 'Once', publicUrl };
    const first = await sendMessage(withKey(worlds.context(), { key: 'to-1' }), sending);
    expect(await sendMessage(withKey(worlds.context(), { key: 'to-1' }), sending)).toEqual(first);
    expect(await countOf(phoneNumber)).toEqual({ handles: 1, chats: 1, messages: 1 });
  });

  test('creates nothing when the message is refused: outside the reply window, or with an invalid file', async () => {
    const phoneNumber = newNumber();
    const to = { channelId: await openChannel('whatsapp'), to: { phoneNumber } };
    await expect(send({ to, text: 'Hi' })).rejects.toMatchObject(refusal('reply_window_closed'));
    await expect(send({ to, attachments: [{ fileId: newId() }] })).rejects.toMatchObject(
      validationErrors({ 'attachments.0.fileId': 'not_found' }),
    );
    expect(await countOf(phoneNumber)).toMatchObject({ handles: 0 });
  });
});
