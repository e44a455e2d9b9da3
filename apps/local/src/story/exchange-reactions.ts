import { CommandError } from '../command-error.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import type { Conversation } from './write-to-contact.js';

/** Reacts to the message of the contact, who then reacts to the first message of the chat. Both are read back. */
export async function exchangeReactions(
  { parley, tell, write }: Story,
  { channel, contact }: Workspace,
  { chat, message }: Pick<Conversation, 'chat' | 'message'>,
): Promise<void> {
  const [answer] = await parley.POST('/chats/{chatId}/messages/search', {
    params: { path: { chatId: chat.id } },
    body: { query: 'eq(sender,inbound)', limit: 1 },
  });
  const ours = await parley.POST('/messages/{messageId}/reaction', {
    params: { path: { messageId: answer?.id ?? '' } },
    body: { emoji: '🎉' },
  });
  const read = () => parley.GET('/messages/{messageId}', { params: { path: { messageId: message.id } } });
  const { vendorId } = await read();
  const reaction = { externalId: vendorId ?? '', emoji: '👍' };
  await write(channel.id, { from: contact.phoneNumber ?? '', reaction });
  const theirs = await read();
  const emojis = [ours, theirs].flatMap(({ reactions }) => reactions.map(({ emoji }) => emoji));
  if (emojis.length !== 2)
    throw new CommandError(`The reactions are ${emojis.join(', ')} instead of 🎉, 👍.`);
  tell('reactions', `${emojis[0]} to "${ours.text}", ${emojis[1]} to "${theirs.text}"`);
}
