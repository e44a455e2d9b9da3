import type { components } from '@parley/contract/v3';
import {
  type AttachmentRecord,
  type FileLinks,
  isFileAttachment,
  type MessageErrorRecord,
  type MessageRecord,
} from '@parley/core';

export function presentMessage(links: FileLinks, message: MessageRecord): components['schemas']['Message'] {
  return {
    id: message.id,
    vendorId: message.vendorId,
    sender: message.sender,
    type: message.type,
    timestamp: message.timestamp,
    // An event that was recorded before these two fields existed has none.
    subject: message.subject ?? null,
    authentication: presentAuthentication(message.authentication ?? null),
    text: message.text,
    attachments: message.attachments.map((attachment) => presentAttachment(links, attachment)),
  };
}

function presentAuthentication(
  authentication: MessageRecord['authentication'],
): components['schemas']['EmailAuthentication'] | null {
  if (authentication === null) return null;
  return { spf: authentication.spf, dkim: authentication.dkim, dmarc: authentication.dmarc };
}

export function presentMessageError(error: MessageErrorRecord): components['schemas']['MessageEventError'] {
  return { code: error.code, message: error.message };
}

function presentAttachment(
  links: FileLinks,
  attachment: AttachmentRecord,
): components['schemas']['Attachment'] {
  return {
    type: attachment.type,
    ...presentPlace(links, attachment),
    name: attachment.name,
    contentType: attachment.contentType,
    size: attachment.size,
  };
}

function presentPlace(links: FileLinks, attachment: AttachmentRecord) {
  if (!isFileAttachment(attachment)) return { url: attachment.url, urlExpiresAt: null, fileId: null };
  const { url, expiresAt } = links.sign(attachment.fileId);
  return { url, urlExpiresAt: expiresAt, fileId: attachment.fileId };
}
