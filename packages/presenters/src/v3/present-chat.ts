import type { components } from '@parley/contract/v3';
import type { ChatRecord, FileLinks } from '@parley/core';
import { presentContact } from './present-contact.js';
import { presentHandle } from './present-handle.js';
import { presentMessage } from './present-message.js';

/**
 * Whether `presentChat` returns what this text of one chat or of a list contains: no latest message has attachments, whose URLs
 * would have to be signed, or results of a mail server. `json_build_object` writes a space before each colon. Stored JSON, such as the
 * metadata of a contact, has none there, and in a text of a customer the quotation marks are escaped.
 */
export function areChatsAsStored(text: string): boolean {
  // A text that is written in another way is presented.
  const isKnown = text === '[]' || text.includes('"latestMessage" : ');
  return isKnown && isAlways(text, '"attachments" : ', '[]') && isAlways(text, '"authentication" : ', 'null');
}

function isAlways(text: string, key: string, value: string): boolean {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length)) {
    if (!text.startsWith(value, at + key.length)) return false;
  }
  return true;
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
