import { addressParser } from 'postal-mime';
import type { CarriedAttachment, InboundAttachment } from '../adapter/inbound-item.js';
import { MalformedPayloadError } from '../adapter/malformed-payload-error.js';
import { attachmentTypeOf, isWebUrl, toContentType, toFileName } from '../payload/attachment-type.js';
import { isRecord, type JsonRecord, readRecords, readSize, readText } from '../payload/read-value.js';
import { mailBounds } from './mail-bounds.js';
import { readPostedAuthentication } from './read-authentication.js';
import type { ReceivedEmail } from './received-email.js';

/** Reads a mail that is posted as fields: `{ from, to, subject, text, html, messageId, inReplyTo, references, date, attachments }`. */
export function readFields(body: JsonRecord): ReceivedEmail {
  return {
    from: readFrom(body),
    subject: readText(body, 'subject'),
    text: readText(body, 'text'),
    html: readText(body, 'html'),
    messageId: readText(body, 'messageId'),
    inReplyTo: readText(body, 'inReplyTo'),
    references: readText(body, 'references'),
    sentAt: epochMs(readText(body, 'date')),
    automated: body.automated === true,
    authentication: readPostedAuthentication(body.authentication),
    attachments: readAttachments(body),
  };
}

/** Returns the whole text or HTML of a mail, when the message has only its beginning. */
export function attachSource(email: ReceivedEmail, source: 'text' | 'html'): CarriedAttachment {
  const content = Buffer.from(email[source] ?? '', 'utf8');
  const facts = {
    text: { name: 'mail.txt', contentType: 'text/plain' },
    html: { name: 'mail.html', contentType: 'text/html' },
  };
  return { type: 'document', content, size: content.length, ...facts[source] };
}

function readAttachments(body: JsonRecord): InboundAttachment[] {
  const attachments = readRecords(body, 'attachments');
  if (attachments.length <= mailBounds.attachments) return attachments.flatMap(readAttachment);
  const message = `Array must contain at most ${mailBounds.attachments} items`;
  throw new MalformedPayloadError([{ path: 'attachments', key: 'too_big', message }]);
}

export function epochMs(date: string | undefined): number | undefined {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? undefined : time;
}

/** Reads the sender, which is either `Name <address>` or `{ address, name }`. */
function readFrom(body: JsonRecord): ReceivedEmail['from'] {
  if (isRecord(body.from)) {
    const address = readText(body.from, 'address');
    if (address !== undefined) return { address, name: readText(body.from, 'name') };
  }
  const [mailbox] = addressParser(readText(body, 'from')?.slice(0, MAX_FROM_LENGTH) ?? '', { flatten: true });
  if (mailbox?.address === undefined || mailbox.address === '') {
    throw new MalformedPayloadError([{ path: 'from', key: 'invalid_type', message: 'Required' }]);
  }
  return { address: mailbox.address, name: mailbox.name };
}

/** Reads one attachment, which is either base64 `content` or a public `url`. */
function readAttachment(attachment: JsonRecord): InboundAttachment[] {
  const contentType = toContentType(readText(attachment, 'contentType'));
  const facts = {
    type: attachmentTypeOf(contentType),
    name: toFileName(readText(attachment, 'name') ?? readText(attachment, 'filename')),
    contentType,
  };
  if (typeof attachment.content === 'string') {
    const content = Buffer.from(attachment.content, 'base64');
    return [{ ...facts, content, size: content.length }];
  }
  const url = readText(attachment, 'url');
  if (url === undefined || !isWebUrl(url)) return [];
  return [{ ...facts, url, needsCredentials: false, size: readSize(attachment, 'size') }];
}

const MAX_FROM_LENGTH = 2000;
