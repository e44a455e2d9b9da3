import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { CarriedAttachment, InboundStatus } from '../adapter/inbound-item.js';
import { MalformedPayloadError } from '../adapter/malformed-payload-error.js';
import { attachmentTypeOf, toContentType, toFileName } from '../payload/attachment-type.js';
import { attachmentBytes } from './attachment-bytes.js';
import { readDeliveryReport } from './read-delivery-report.js';
import { epochMs } from './read-fields.js';
import type { ReceivedEmail } from './received-email.js';

/** Reads a mail that is posted as base64 of its MIME form; `report` is set for a delivery report about a message of ours. */
export async function readMime(
  raw: unknown,
): Promise<{ email: ReceivedEmail; report: InboundStatus[] | undefined }> {
  if (typeof raw !== 'string' || raw === '') throw malformed('invalid_type', 'Expected a base64 string');
  const email = await parse(Buffer.from(raw, 'base64'));
  return { email: toReceivedEmail(email), report: readDeliveryReport(email) };
}

async function parse(mime: Buffer): Promise<Email> {
  try {
    // A forwarded mail stays a file; otherwise its text would be taken for the sender's own.
    return await PostalMime.parse(mime, { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true });
  } catch (cause) {
    throw malformed('invalid_string', 'The mail cannot be read as MIME.', cause);
  }
}

function malformed(
  key: 'invalid_type' | 'invalid_string',
  message: string,
  cause?: unknown,
): MalformedPayloadError {
  return new MalformedPayloadError([{ path: 'raw', key, message }], { cause });
}

function toReceivedEmail(email: Email): ReceivedEmail {
  const [from] = [email.from, email.sender].filter((party) => party?.address !== undefined);
  return {
    from: { address: from?.address ?? '', name: from?.name },
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: email.messageId,
    sentAt: epochMs(email.date),
    automated: isAutomated(email),
    attachments: email.attachments.map(toAttachment),
  };
}

/** RFC 3834, section 5, and what came before it. */
function isAutomated(email: Email): boolean {
  const header = (name: string) =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = header('auto-submitted');
  return (
    (submitted !== undefined && !submitted.startsWith('no')) ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(header('precedence') ?? '') ||
    header('list-id') !== undefined ||
    email.returnPath === '<>'
  );
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
