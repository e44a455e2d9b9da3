import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { IncompleteReason } from '../adapter/channel-adapter.js';
import type { CarriedAttachment, InboundStatus } from '../adapter/inbound-item.js';
import { MalformedPayloadError } from '../adapter/malformed-payload-error.js';
import { attachmentTypeOf, toContentType, toFileName } from '../payload/attachment-type.js';
import { attachmentBytes } from './attachment-bytes.js';
import { findExceededBound, mailBounds } from './mail-bounds.js';
import { readAuthentication } from './read-authentication.js';
import { readDeliveryReport } from './read-delivery-report.js';
import { epochMs } from './read-fields.js';
import { isAutomated, readHead } from './read-head.js';
import type { ReceivedEmail } from './received-email.js';

export interface ReadMail {
  readonly email: ReceivedEmail;
  /** Set for a delivery report about a message of ours. */
  readonly report?: InboundStatus[] | undefined;
  /** Set when only the head of the mail could be read. */
  readonly incomplete?: IncompleteReason;
}

/** Decodes a mail that is posted as base64 of its MIME form. */
export function decodeMime(raw: unknown): Buffer {
  if (typeof raw === 'string' && raw !== '') return Buffer.from(raw, 'base64');
  const message = 'Expected a base64 string';
  throw new MalformedPayloadError([{ path: 'raw', key: 'invalid_type', message }]);
}

/** Reads a mail in its MIME form, or only its head when the whole would exceed a bound. */
export async function readMime(mime: Buffer, authservId?: string): Promise<ReadMail> {
  const exceeded = findExceededBound(mime);
  if (exceeded !== undefined) return readHeadOnly(mime, exceeded, authservId);
  const email = await parse(mime);
  if (email === undefined) return readHeadOnly(mime, 'unreadable', authservId);
  if (email.attachments.length > mailBounds.attachments) return readHeadOnly(mime, 'attachments', authservId);
  return { email: toReceivedEmail(email, authservId), report: readDeliveryReport(email) };
}

/** The mail itself becomes the only attachment, so that nothing of it is lost. */
export function readHeadOnly(
  mime: Buffer,
  incomplete: IncompleteReason,
  authservId: string | undefined,
): ReadMail {
  const head = readHead(mime, authservId);
  return {
    email: { ...head, text: undefined, html: undefined, attachments: [attachMail(mime)] },
    incomplete,
  };
}

export function attachMail(mime: Buffer): CarriedAttachment {
  return {
    type: 'document',
    content: mime,
    name: 'mail.eml',
    contentType: 'message/rfc822',
    size: mime.length,
  };
}

/**
 * Parses a mail. Returns undefined when it cannot be parsed as MIME, for example when its parts are nested more than
 * 256 levels deep, or when its header fields are too long.
 */
async function parse(mime: Buffer): Promise<Email | undefined> {
  try {
    // A forwarded mail stays a file; otherwise its text would be taken for the sender's own.
    return await PostalMime.parse(mime, {
      attachmentEncoding: 'arraybuffer',
      forceRfc822Attachments: true,
      maxHeadersSize: mailBounds.headBytes,
    });
  } catch {
    return undefined;
  }
}

function toReceivedEmail(email: Email, authservId: string | undefined): ReceivedEmail {
  const [from] = [email.from, email.sender].filter((party) => party?.address !== undefined);
  return {
    from: { address: from?.address ?? '', name: joinFolds(from?.name) },
    subject: joinFolds(email.subject),
    text: email.text,
    html: email.html,
    messageId: email.messageId,
    inReplyTo: email.inReplyTo,
    references: email.references,
    sentAt: epochMs(email.date),
    automated: isAutomated(email.headers),
    authentication: readAuthentication(email.headers, authservId),
    attachments: email.attachments.map(toAttachment),
  };
}

/** A folded line may go on after a tab or several spaces, which the parser keeps. */
function joinFolds(value: string | undefined): string | undefined {
  return value?.replace(/\s+/g, ' ');
}

function toAttachment(attachment: Attachment): CarriedAttachment {
  const contentType = toContentType(attachment.mimeType);
  const content = attachmentBytes(attachment);
  return {
    type: attachmentTypeOf(contentType),
    content,
    name: toFileName(attachment.filename),
    contentType,
    size: content.length,
  };
}
