import { createHash } from 'node:crypto';
import { cleanText } from '../payload/read-value.js';

/** Returns a Message-ID in its angle brackets, which senders may omit; the first one if there are several. */
export function toMessageId(value: string | undefined): string | undefined {
  const id = /[^\s<>]+/.exec(cleanText(value ?? ''))?.[0];
  if (id === undefined) return undefined;
  return id.length <= MAX_MESSAGE_ID_LENGTH ? `<${id}>` : contentId(Buffer.from(id, 'utf8'));
}

/**
 * Returns an id for a mail without one. It is derived from the content, so that a mail that arrives twice is stored as
 * one message.
 */
export function contentId(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/**
 * Returns the id of a mail that is sent. It is the same for every attempt to send a message, so a mail client shows a
 * mail that arrives twice only once.
 */
export function outboundMessageId(id: string, fromAddress: string): string {
  return `<${id}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`;
}

const MAX_MESSAGE_ID_LENGTH = 500;
