import { cleanText } from '../payload/read-value.js';
import { htmlToText } from './html-to-text.js';
import { mailBounds } from './mail-bounds.js';
import type { ReceivedEmail } from './received-email.js';

export interface MailText {
  readonly text: string | null;
  /** The part of the mail that has the whole text; set when `text` is only its beginning. */
  readonly truncatedFrom?: 'text' | 'html';
}

/**
 * Returns the text of a mail, or the text of its HTML when it has no other, up to the length that a message can have.
 */
export function readMailText(email: Pick<ReceivedEmail, 'text' | 'html'>): MailText {
  const text = textOrNull(email.text);
  if (text !== null) return shorten(text, 'text', false);
  const converted = htmlToText(email.html ?? '');
  return shorten(textOrNull(converted.text), 'html', converted.isTruncated);
}

function shorten(text: string | null, source: 'text' | 'html', isTruncated: boolean): MailText {
  const isTooLong = text !== null && text.length > mailBounds.textLength;
  const shortened = isTooLong ? textOrNull(text.slice(0, mailBounds.textLength)) : text;
  return isTruncated || isTooLong ? { text: shortened, truncatedFrom: source } : { text };
}

export function textOrNull(text: string | undefined): string | null {
  const cleaned = cleanText(text ?? '').trim();
  return cleaned === '' ? null : cleaned;
}
