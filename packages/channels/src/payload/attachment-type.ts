import type { AttachmentType, InboundAttachment, MessageType } from '../adapter/inbound-item.js';
import { cleanText } from './read-value.js';

export const UNKNOWN_CONTENT_TYPE = 'application/octet-stream';

export function attachmentTypeOf(contentType: string): AttachmentType {
  const family = contentType.split('/', 1)[0];
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}

/** Returns the type of a message that has nothing but text and attachments. */
export function messageTypeOf(attachments: readonly InboundAttachment[]): MessageType {
  return attachments[0]?.type ?? 'text';
}

/** Returns the media type without its parameters (`audio/ogg; codecs=opus`), in lower case. */
export function toContentType(value: string | undefined): string {
  const type = value?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) ? type : UNKNOWN_CONTENT_TYPE;
}

/** Returns the last part of a file name, so that a sender cannot name a folder. */
export function toFileName(value: string | null | undefined): string | null {
  const name =
    cleanText(value ?? '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim()
      .slice(0, 255) ?? '';
  return name === '' ? null : cleanText(name);
}

export function isWebUrl(value: string): boolean {
  return value.length <= 4096 && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
