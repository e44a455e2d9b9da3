import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/** Creates a contact with a chat, and deletes the contact. */
export async function deleteContact({ parley, tell }: Story, { channel }: Workspace) {
  const phoneNumber = `+49160${String(Date.now()).slice(-8)}`;
  const deleted = await parley.POST('/contacts', { body: { firstName: 'Edith', phoneNumber } });
  await parley.POST('/chats', { body: { contactId: deleted.id, channelId: channel.id } });
  const { deletedIds } = await parley.DELETE('/contacts/{contactId}', {
    params: { path: { contactId: deleted.id } },
  });
  tell('deletion', `${deleted.displayName} with one chat, ${deletedIds.length === 1 ? 'deleted' : 'kept'}`);
  return { deleted };
}

export type Deletion = Awaited<ReturnType<typeof deleteContact>>;
