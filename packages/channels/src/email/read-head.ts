import { addressParser, decodeWords } from 'postal-mime';
import type { HeaderField } from './header-field.js';
import { findHeadEnd, mailBounds } from './mail-bounds.js';
import { readAuthentication } from './read-authentication.js';
import { epochMs } from './read-fields.js';
import type { ReceivedEmail } from './received-email.js';

/** Reads only the header fields of a mail, and of those only the sender and the ids. */
export function readHead(
  mime: Buffer,
  authservId: string | undefined,
): Omit<ReceivedEmail, 'text' | 'html' | 'attachments'> {
  const headers = readHeaders(mime);
  const whole = (name: string) => headers.find(({ key }) => key === name)?.value;
  const field = (name: string) => whole(name)?.slice(0, MAX_FIELD_LENGTH);
  const [from] = addressParser(field('from') ?? field('sender') ?? '', { flatten: true });
  return {
    from: { address: from?.address ?? '', name: from?.name },
    subject: decodeWords(field('subject') ?? ''),
    messageId: field('message-id'),
    inReplyTo: field('in-reply-to'),
    // The last id is the one that matters.
    references: whole('references')?.slice(-MAX_FIELD_LENGTH),
    sentAt: epochMs(field('date')),
    automated: isAutomated(headers),
    authentication: readAuthentication(headers, authservId),
  };
}

function readHeaders(mime: Buffer): HeaderField[] {
  const head = mime.toString('utf8', 0, Math.min(findHeadEnd(mime), mailBounds.headBytes));
  return head
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/)
    .map((line) => {
      const colon = line.indexOf(':');
      return { key: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() };
    });
}

/**
 * Whether a program sent the mail. It reads the header fields of RFC 3834, section 5, and the ones that programs used
 * before.
 */
export function isAutomated(headers: readonly HeaderField[]): boolean {
  const header = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = header('auto-submitted');
  return (
    (submitted !== undefined && !submitted.startsWith('no')) ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(header('precedence') ?? '') ||
    header('list-id') !== undefined ||
    header('return-path') === '<>'
  );
}

const MAX_FIELD_LENGTH = 2_000;
