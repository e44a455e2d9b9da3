import type { components } from '@parley/contract/v3';
import type { AttachmentRecord, MessageErrorRecord, MessageRecord } from '@parley/core';

export function presentMessage(message: MessageRecord): components['schemas']['Message'] {
  return {
    id: message.id,
    vendorId: message.vendorId,
    sender: message.sender,
    type: message.type,
    timestamp: message.timestamp,
    // An event that was recorded before the field existed has none.
    subject: message.subject ?? null,
    text: message.text,
    attachments: message.attachments.map(presentAttachment),
  };
}

export function presentMessageError(error: MessageErrorRecord): components['schemas']['MessageEventError'] {
  return { code: error.code, message: error.message };
}

function presentAttachment(attachment: AttachmentRecord): components['schemas']['Attachment'] {
  return {
    type: attachment.type,
    url: attachment.url,
    name: attachment.name,
    contentType: attachment.contentType,
    size: attachment.size,
  };
}
