import type { Channel, Database } from '@parley/database';
import type { ReceivedMessage } from '../../src/index.js';

let count = 0;

/** Returns a text from a new phone number by default. */
export function receivedMessage(values: Partial<ReceivedMessage> = {}): ReceivedMessage {
  count += 1;
  return {
    externalId: `wamid.${count}`,
    from: {
      handleType: 'phone_number',
      value: `+49160${String(count).padStart(7, '0')}`,
      name: 'Sheena Nelson',
    },
    type: 'text',
    text: 'Does it come in green?',
    attachments: [],
    timestamp: new Date('2026-11-14T09:20:00.000Z'),
    echo: false,
    automated: false,
    subject: null,
    ...values,
  };
}

export const publicUrl = 'https://parley.example';

/** Returns the events of a chat in the order they were recorded. */
export async function eventsOf({ prisma }: Database, chatId: string) {
  return prisma.event.findMany({ where: { chatId }, orderBy: { id: 'asc' } });
}

export function chatsOf({ prisma }: Database, { id }: Channel) {
  return prisma.chat.findMany({ where: { channelId: id } });
}
