import type { components } from '@parley/contract/v3';
import type { ChatRecord, FileLinks } from '@parley/core';
import { presentContact } from './present-contact.js';
import { presentHandle } from './present-handle.js';
import { presentMessage } from './present-message.js';

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
