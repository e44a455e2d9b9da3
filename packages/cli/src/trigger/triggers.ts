import { and, type Chat, type Contact, eq } from '@parley/client';
import { CommandError } from '../command-error.js';
import { receiveMessage, type SandboxMessage, type TriggerInput } from './receive-message.js';

/** The ids of what an event is about. */
type Made = Readonly<Record<string, string>>;

/** How each event is made. Others, such as a failing channel, cannot be made on purpose. */
export const triggers: Readonly<Record<string, (input: TriggerInput) => Promise<Made>>> = {
  'message.received': async (input) => idsOf(await receive(input)),
  'message.sent': sendMessage,
  'message.updated': sendMessage,
  'chat.created': async (input) => idsOf(await receive({ ...input, isNew: true })),
  'contact.created': async (input) => idsOf(await receive({ ...input, isNew: true })),
  'chat.updated': async (input) => {
    const received = await receive(input);
    const params = { path: { chatId: received.chat.id } };
    await input.session.client.POST('/chats/{chatId}/status', { params, body: { status: 'closed' } });
    return idsOf(received);
  },
  'contact.updated': async (input) => {
    const { contact, chat } = await receive(input);
    const params = { path: { contactId: contact.id } };
    const lastName = contact.lastName === 'Changed' ? 'Changed again' : 'Changed';
    await input.session.client.PUT('/contacts/{contactId}', { params, body: { lastName } });
    return idsOf({ contact, chat });
  },
  'contact.deleted': async (input) => {
    const { contact } = await receive({ ...input, isNew: true });
    const params = { path: { contactId: contact.id } };
    await input.session.client.DELETE('/contacts/{contactId}', { params });
    return { contactId: contact.id };
  },
  'message_template.updated': async ({ session: { client } }) => {
    const name = `triggered_${Date.now()}`;
    const { id } = await client.POST('/message_templates', {
      body: { name, body: 'Hello', status: 'draft' },
    });
    const params = { path: { messageTemplateId: id } };
    await client.PUT('/message_templates/{messageTemplateId}', { params, body: { status: 'approved' } });
    return { messageTemplateId: id };
  },
  'contact.merged': async (input) => {
    const { contact } = await receive({ ...input, isNew: true });
    const { client } = input.session;
    const { id: mergedContactId } = await client.POST('/contacts', { body: { firstName: 'Duplicate' } });
    const params = { path: { contactId: contact.id } };
    await client.POST('/contacts/{contactId}/merge', { params, body: { contactId: mergedContactId } });
    return { contactId: contact.id, mergedContactId };
  },
};

/** The sandbox reports a message that is sent as sent, delivered and read. */
async function sendMessage(input: TriggerInput): Promise<Made> {
  const { text = 'Hello from the command line', session } = input;
  const received = await receive({ ...input, text: 'Hello' });
  const body = { chatId: received.chat.id, text };
  const { id } = await session.client.POST('/messages/send', { body });
  return { messageId: id, ...idsOf(received) };
}

interface Received {
  readonly contact: Contact;
  readonly chat: Pick<Chat, 'id'>;
}

/** Lets a contact write, and finds the contact and the chat. */
async function receive(message: SandboxMessage): Promise<Received> {
  const { address } = await receiveMessage(message);
  const { client } = message.session;
  const [contact] = await client.POST('/contacts/search', { body: { query: eq('handle', address) } });
  if (!contact) throw new CommandError(`The message of ${address} has not arrived yet.`, 1);
  const [chat] = await client.POST('/chats/search', {
    body: { query: and(eq('contactId', contact.id), eq('channelId', message.channel.id)) },
  });
  if (!chat) throw new CommandError(`The message of ${address} has not arrived yet.`, 1);
  return { contact, chat };
}

function idsOf({ contact, chat }: Received): Made {
  return { chatId: chat.id, contactId: contact.id };
}
