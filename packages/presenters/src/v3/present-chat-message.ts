import type { components } from '@parley/contract/v3';
import type { ChatMessageRecord, CursorPage, CursorSearchRequest, FileLinks } from '@parley/core';
import { presentMessage, presentMessageError } from './present-message.js';
import { presentMessageDetails } from './present-message-details.js';
import { presentSearchEcho } from './present-search.js';

type Schemas = components['schemas'];

export function presentChatMessage(links: FileLinks, message: ChatMessageRecord): Schemas['ChatMessage'] {
  const { id, vendorId, sender, type, timestamp, subject, authentication, text, attachments } =
    presentMessage(links, message);
  const { origin, messageTemplateId, replyTo, interactive, reply, scheduledAt, reactions } =
    presentMessageDetails(message);
  return {
    id,
    vendorId,
    sender,
    type,
    timestamp,
    subject,
    authentication,
    text,
    attachments,
    origin,
    messageTemplateId,
    replyTo,
    interactive,
    reply,
    scheduledAt,
    reactions,
    status: message.status,
    chatId: message.chatId,
    channelId: message.channelId,
    contactId: message.contactId,
    errors: message.errors.map(presentMessageError),
  };
}

interface MessagePageResponse {
  success: true;
  data: Schemas['ChatMessage'][];
  pagination: Schemas['CursorPagination'];
  query: Schemas['SearchEcho'];
}

export function presentMessagePage(
  links: FileLinks,
  request: CursorSearchRequest,
  { records, limit, nextCursor }: CursorPage<ChatMessageRecord>,
): MessagePageResponse {
  return {
    success: true,
    data: records.map((message) => presentChatMessage(links, message)),
    pagination: { limit, nextCursor },
    query: presentSearchEcho(request),
  };
}
