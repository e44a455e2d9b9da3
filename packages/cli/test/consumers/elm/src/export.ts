import { createClient } from '@parley/client';

const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });

/** An archive: passes whole contacts on. */
export async function exportContact(contactId: string): Promise<string> {
  const contact = await parley.GET('/contacts/{contactId}', { params: { path: { contactId } } });
  return JSON.stringify(contact);
}

export async function copyMessage(messageId: string): Promise<object> {
  const message = await parley.GET('/messages/{messageId}', { params: { path: { messageId } } });
  return { ...message, archived: true };
}
