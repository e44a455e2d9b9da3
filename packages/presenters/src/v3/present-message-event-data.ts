import type { components } from '@parley/contract/v3';
import type { FileLinks, MessageEventRecord } from '@parley/core';
import { presentContact } from './present-contact.js';
import { presentHandle } from './present-handle.js';
import { presentMessage, presentMessageError } from './present-message.js';
import { presentMessageDetails } from './present-message-details.js';

export function presentMessageEventData(
  links: FileLinks,
  message: MessageEventRecord,
): components['schemas']['MessageEventData'] {
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
    chat: { id: message.chat.id },
    contact: presentContact(message.contact),
    handle: presentHandle(message.handle),
    channel: { id: message.channel.id, type: message.channel.type, name: message.channel.name },
    errors: message.errors.map(presentMessageError),
  };
}
