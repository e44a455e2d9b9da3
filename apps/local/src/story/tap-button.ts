import { CommandError } from '../command-error.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitFor } from './wait-for.js';
import type { Conversation } from './write-to-contact.js';

/** Asks with buttons on WhatsApp. The contact taps one, and quotes the question in another message. Both are read back. */
export async function tapButton(
  story: Story,
  { channel, contact }: Workspace,
  { chat }: Pick<Conversation, 'chat'>,
): Promise<void> {
  const { parley, tell, write } = story;
  const buttons = [
    { id: 'red', title: 'The red one' },
    { id: 'blue', title: 'The blue one' },
  ] as const;
  const { id: messageId, text } = await parley.POST('/messages/send', {
    body: { chatId: chat.id, interactive: { body: 'Which coat do you like?', buttons: [...buttons] } },
  });
  const replyTo = await waitFor(story, 'The question on WhatsApp', async () => {
    const question = await parley.GET('/messages/{messageId}', { params: { path: { messageId } } });
    return question.status === 'pending' ? undefined : (question.vendorId ?? undefined);
  });
  const from = contact.phoneNumber ?? '';
  await write(channel.id, { from, reply: buttons[1], replyTo });
  await write(channel.id, { from, text: 'Is it warm?', replyTo });
  const [quoting, tapped] = await parley.POST('/chats/{chatId}/messages/search', {
    params: { path: { chatId: chat.id } },
    body: { query: 'eq(sender,inbound)', limit: 2 },
  });
  const quoted = [tapped, quoting].map((message) => message?.replyTo);
  if (tapped?.reply?.id !== buttons[1].id || quoted.some((of) => of?.id !== messageId || of.text !== text))
    throw new CommandError(`The reply is ${tapped?.reply?.id}, to ${JSON.stringify(quoted)}.`);
  await requireReceived(story, tapped);
  tell('tap', `"${tapped.reply.title}", and "${quoting?.text}" about the same question`);
}

/** The event has the choice and the quoted message, too. */
async function requireReceived({ parley }: Story, { id, contactId, reply }: Tapped): Promise<void> {
  const query = `and(eq(event,message.received),eq(contactId,"${contactId}"))`;
  for await (const { event, data } of parley.search('/events/search', { body: { query } })) {
    if (event === 'message.received' && data.id === id && data.reply?.id === reply?.id && data.replyTo)
      return;
  }
  throw new CommandError('The event message.received lacks the choice of the contact.');
}

interface Tapped {
  readonly id: string;
  readonly contactId: string;
  readonly reply: { readonly id: string } | null;
}
