import type { components } from '@parley/contract/v3';
import type { ChatRecord, FileLinks } from '@parley/core';
import { presentContact } from './present-contact.js';
import { presentHandle } from './present-handle.js';
import { presentMessage } from './present-message.js';

/**
 * Whether `presentChat` returns what this text of a chat contains: its latest message has no attachments, whose URLs would
 * have to be signed, and no results of a mail server. PostgreSQL writes a list that is empty and a value that is null like
 * this. In a text of a customer, the quotation marks are escaped, and stored JSON, such as the metadata of a contact, has no
 * space before a colon.
 */
export function isChatAsStored(text: string): boolean {
  // The message is at the end of the text.
  const has = (part: string) => text.lastIndexOf(part) >= 0;
  return (has('"attachments" : []') && has('"authentication" : null')) || has('"latestMessage" : null');
}

export function presentChat(links: FileLinks, chat: ChatRecord): components['schemas']['Chat'] {
  return {
    id: chat.id,
    createdAt: chat.createdAt,
    updatedAt: chat.updatedAt,
    status: chat.status,
    isUnread: chat.isUnread,
    openUntil: chat.openUntil,
    unreadCount: chat.unreadCount,
    channelId: chat.channelId,
    contactId: chat.contactId,
    contact: presentContact(chat.contact),
    handleId: chat.handleId,
    handle: presentHandle(chat.handle),
    latestMessage: chat.latestMessage && presentMessage(links, chat.latestMessage),
    assignedUserId: chat.assignedUserId,
    assignedTeamId: chat.assignedTeamId,
    isSensitive: chat.isSensitive,
    // An event that was recorded before the field existed has none.
    snoozedUntil: chat.snoozedUntil ?? null,
  };
}
