import type { Marker } from './marker.js';
import type { Workspace } from './workspace.js';

/**
 * Plants the marker in a second contact of the same person: in an address, a note, and the media of a chat that is deleted
 * before the person. Then the contact is merged into the first one.
 */
export async function plantDuplicate(workspace: Workspace, marker: Marker, contactId: string): Promise<void> {
  const { call, channels } = workspace;
  const { text } = marker;
  const phoneNumber = marker.phoneNumber.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  const { id } = await call('POST', '/v3/contacts', { phoneNumber, firstName: text });
  const address = { type: 'email', value: `${text}-second@person.example` };
  await call('POST', `/v3/contacts/${id}/handles`, address);
  const chat = await call('POST', '/v3/chats', { contactId: id, channelId: channels.sandbox.id });
  await call('POST', `/v3/chats/${chat.id}/notes`, { text: `A note about ${text}` });
  const form = new FormData();
  form.set('file', new Blob([`The passport of ${text}`]), `${text}-passport.txt`);
  const file = await call('POST', '/v3/files', form);
  await call('POST', '/v3/messages/send', { chatId: chat.id, attachments: [{ fileId: file.id }] });
  await call('DELETE', `/v3/chats/${chat.id}`);
  await call('POST', `/v3/contacts/${contactId}/merge`, { contactId: id });
}
