import type { components } from '@parley/contract/v3';
import type { AttachmentRecord, MessageRecord } from '@parley/core';

export function presentMessage(message: MessageRecord): components['schemas']['Message'] {
  return {
    id: message.id,
    vendorId: message.vendorId,
    sender: message.sender,
    type: message.type,
    timestamp: message.timestamp,
    text: message.text,
    attachments: message.attachments.map(presentAttachment),
  };
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
