import { CommandError } from '../command-error.js';
import type { Messages } from './prepare-messages.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/**
 * Creates a chat with the contact, adds a note to it, and sends a message and a reply to it. The contact has not written
 * yet, so WhatsApp requires a template.
 */
export async function writeToContact(story: Story, workspace: Workspace, messages: Messages) {
  const { parley, tell } = story;
  const { channel, contact, team } = workspace;
  const { template } = messages;
  const { id: chatId } = await parley.POST('/chats', {
    body: { contactId: contact.id, channelId: channel.id },
  });
  const chat = await parley.POST('/chats/{chatId}/assign', {
    params: { path: { chatId } },
    body: { teamId: team.id, strategy: 'round_robin' },
  });
  const assignee = team.users.find(({ id }) => id === chat.assignedUserId);
  tell('chat', `with ${chat.contact.displayName}, ${chat.status}, assigned to ${assignee?.name}`);

  const note = await parley.POST('/chats/{chatId}/notes', {
    params: { path: { chatId } },
    body: {
      text: 'Asked for a coat in our shop.',
      ...(assignee && { authorUserId: assignee.id }),
      mentionedUserIds: team.users.map(({ id }) => id),
    },
  });
  tell('note', `"${note.text}" mentions ${note.mentionedUserIds.length} users`);

  await deleteNote(story, chatId);

  const message = await parley.POST('/messages/send', {
    body: { chatId: chat.id, template: { id: template.id, variables: { offer: 'a new coat' } } },
  });
  tell('message', `"${message.text}" with ${message.attachments.length} file, ${message.status}`);

  const reply = await parley.POST('/messages/send', {
    body: {
      chatId: chat.id,
      template: { id: template.id, variables: { offer: 'a warm hat' } },
      replyTo: { messageId: message.id },
    },
  });
  tell('reply', `to "${reply.replyTo?.text}", sent by ${reply.origin?.type}`);
  const scheduled = await scheduleAndCancel(story, workspace, messages);
  return { chat, note, message, reply, scheduled };
}

/** Adds another note, deletes it, and requires that it is gone. */
async function deleteNote({ parley, tell }: Story, chatId: string): Promise<void> {
  const params = { path: { chatId } };
  const wrong = await parley.POST('/chats/{chatId}/notes', { params, body: { text: 'Of another contact.' } });
  const path = { chatId, noteId: wrong.id };
  const { deletedIds } = await parley.DELETE('/chats/{chatId}/notes/{noteId}', { params: { path } });
  const notes = await parley.POST('/chats/{chatId}/notes/search', { params });
  if (deletedIds[0] !== wrong.id || notes.some(({ id }) => id === wrong.id))
    throw new CommandError('The note was not deleted.');
  tell('note', `another one, deleted; ${notes.length} is left`);
}

/** Schedules a message for nine o'clock of the contact, to a phone number that no contact has yet, and cancels it. */
async function scheduleAndCancel({ parley, tell }: Story, { channel }: Workspace, { template }: Messages) {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  const { id } = await parley.POST('/messages/send', {
    body: {
      channelId: channel.id,
      to: { phoneNumber: `+49152${String(Date.now()).slice(-8)}` },
      template: { id: template.id, variables: { firstName: 'Grace', offer: 'a voucher' } },
      scheduledAt: { at: `${tomorrow}T09:00:00`, timeZone: 'contact' },
    },
  });
  const scheduled = await parley.POST('/messages/{messageId}/cancel', {
    params: { path: { messageId: id } },
  });
  // The number is German.
  const inBerlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
  const localTime = inBerlin.format(new Date(scheduled.scheduledAt ?? ''));
  if (localTime !== '09:00') throw new CommandError(`The message was scheduled for ${localTime} in Berlin.`);
  tell('scheduled', `"${scheduled.text}" for ${localTime} of the contact, now ${scheduled.status}`);
  return scheduled;
}

export type Conversation = Awaited<ReturnType<typeof writeToContact>>;
