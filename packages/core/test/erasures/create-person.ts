import { newId } from '../../src/index.js';
import { createChat, createContact } from '../testkit.js';
import type { Worlds } from '../use-worlds.js';

/** Creates a contact with a chat and messages, inserted at once. */
export async function createPerson({ database, own }: Worlds, { messageCount = 1, noteCount = 1 } = {}) {
  const tenantId = own.tenant.id;
  const contact = await createContact(database, tenantId, { firstName: 'Ada', isSubscribed: true });
  const place = { channelId: own.channel.id, contactId: contact.id, handleId: contact.handle.id };
  const chat = await createChat(database, tenantId, place);
  const rows = Array.from({ length: messageCount }, () => ({
    tenantId,
    id: newId(),
    chatId: chat.id,
    channelId: own.channel.id,
    sender: 'inbound' as const,
    status: 'delivered' as const,
    timestamp: new Date(),
    text: 'Hello',
  }));
  await database.prisma.message.createMany({ data: rows });
  const notes = Array.from({ length: noteCount }, () => ({
    ...{ tenantId, id: newId(), chatId: chat.id, text: 'Ada called', eventId: newId() },
  }));
  await database.prisma.chatNote.createMany({ data: notes });
  return { contact, chat, messageId: rows[0]?.id ?? '' };
}
