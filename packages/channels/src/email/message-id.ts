import { createHash } from 'node:crypto';
import { cleanText } from '../payload/read-value.js';

/** Returns a Message-ID in its angle brackets, which senders may omit; the first one if there are several. */
export function toMessageId(value: string | undefined): string | undefined {
  const id = /[^\s<>]+/.exec(cleanText(value ?? ''))?.[0];
  if (id === undefined) return undefined;
  return id.length <= MAX_MESSAGE_ID_LENGTH ? `<${id}>` : contentId(Buffer.from(id, 'utf8'));
}

/**
 * Returns the id of the mail that a mail replies to: the one in `In-Reply-To`, which older programs write after a phrase
 * (RFC 5322, section 3.6.4), or else the last one in `References`.
 */
export function toRepliedId({ inReplyTo, references }: Partial<ThreadFields>): string | undefined {
  const [first] = idsIn(inReplyTo);
  if (first !== undefined) return toMessageId(first);
  const bare = cleanText(inReplyTo ?? '').trim();
  return toMessageId(/^[^\s@]+@[^\s@]+$/.test(bare) ? bare : idsIn(references).at(-1));
}

interface ThreadFields {
  readonly inReplyTo: string | undefined;
  readonly references: string | undefined;
}

function idsIn(value: string | undefined): string[] {
  return [...cleanText(value ?? '').matchAll(/<[^\s<>]+>/g)].map(([id]) => id);
}

/** Whether an id is a Message-ID, and not the id that we gave to a mail that has none. */
export function isMessageId(id: string | undefined): id is string {
  return id !== undefined && /^<[^\s<>]+>$/.test(id);
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
