import type { Database } from '@parley/database';
import { createChat, createContact, createMessage, setAttributeValue, type World } from '@parley/testkit';

/** Creates a chat with a value in every field. */
export async function createFullChat(database: Database, world: World): Promise<string> {
  const { id: tenantId } = world.tenant;
  const contact = await createContact(database, tenantId, { email: 'ada@example.com' });
  const chat = await createChat(database, tenantId, {
    channelId: world.channel.id,
    contactId: contact.id,
    handleId: contact.handle.id,
    status: 'closed',
    openUntil: new Date('2026-10-16T09:30:00.000Z'),
    assignedUserId: 'user-1',
    assignedTeamId: 'team-1',
  });
  await createMessage(database, chat, { sender: 'outbound' });
  await setAttributeValue(database, tenantId, {
    contactId: contact.id,
    attributeId: world.attribute.id,
    value: 'Berlin',
  });
  return chat.id;
}
