import type { Chat, Database } from '@parley/database';
import { createChat, type createContact } from './testkit.js';

/** Creates a chat of a contact, with its own handle. */
export function createChatOf(
  database: Database,
  { tenantId, id: contactId, handle }: Awaited<ReturnType<typeof createContact>>,
  values: Parameters<typeof createChat>[2] = {},
): Promise<Chat> {
  return createChat(database, tenantId, { contactId, handleId: handle.id, ...values });
}
