import type { components } from '@parley/contract/v2';
import type { FileLinks, MessageEventRecord } from '@parley/core';
import { presentHandle } from '../v3/present-handle.js';
import { presentMessage, presentMessageError } from '../v3/present-message.js';
import { presentContact } from './present-contact.js';

type Status = components['schemas']['MessageEventData']['status'];

/** The statuses in v2 are a closed list. Its events report neither a scheduled nor a canceled message. */
const statusOf: Readonly<Record<MessageEventRecord['status'], Status>> = {
  pending: 'pending',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  scheduled: 'pending',
  canceled: 'failed',
};

/** The types of messages in v2 are a closed list. An interactive message is a text with numbered choices there. */
export function presentMessageEventData(
  links: FileLinks,
  message: MessageEventRecord,
): components['schemas']['MessageEventData'] {
  const { id, vendorId, sender, timestamp, subject, authentication, text, attachments } = presentMessage(
    links,
    message,
  );
  return {
    id,
    vendorId,
    sender,
    type: message.type === 'interactive' ? 'text' : message.type,
    timestamp,
    subject,
    authentication,
    text,
    attachments,
    status: statusOf[message.status],
    chat: { id: message.chat.id },
    contact: presentContact(message.contact),
    handle: presentHandle(message.handle),
    channel: { id: message.channel.id, type: message.channel.type, name: message.channel.name },
    errors: message.errors.map(presentMessageError),
  };
}
