import type { ChannelConfiguration, InboundOptions, IngressRequest } from '../adapter/channel-adapter.js';
import type { InboundItem } from '../adapter/inbound-item.js';
import { MalformedPayloadError } from '../adapter/malformed-payload-error.js';
import { messageTypeOf } from '../payload/attachment-type.js';
import { toEmailAddress } from '../payload/email-address.js';
import { parseJsonBody } from '../payload/parse-json-body.js';
import { arrivalOf, readTimestamp } from '../payload/read-timestamp.js';
import { cleanText } from '../payload/read-value.js';
import { textSetting } from '../settings/read-setting.js';
import { htmlToText } from './html-to-text.js';
import { mailBounds } from './mail-bounds.js';
import { contentId, toMessageId } from './message-id.js';
import { attachText, readFields } from './read-fields.js';
import { attachMail, decodeMime, readHeadOnly, readMime } from './read-mime.js';
import type { ReceivedEmail } from './received-email.js';

/**
 * One mail: a message, or a delivery report about a message of ours. A mail that exceeds a bound becomes a message with
 * what could be read, and has the mail itself as an attachment.
 */
export async function parseInbound(
  request: IngressRequest,
  { settings }: ChannelConfiguration,
  { onIncomplete = () => {}, headOnlyAfter }: InboundOptions = {},
): Promise<InboundItem[]> {
  const body = parseJsonBody(request.rawBody);
  if (body.raw === undefined) {
    const email = readFields(body);
    if (isTooLong(email)) onIncomplete('text');
    return messageOf(shorten(email, attachText), request);
  }
  const mime = decodeMime(body.raw);
  const authservId = textSetting(settings, 'authservId');
  const { email, report, incomplete } = headOnlyAfter
    ? readHeadOnly(mime, headOnlyAfter, authservId)
    : await readMime(mime, authservId);
  if (report !== undefined) return report;
  const reason = incomplete ?? (isTooLong(email) ? 'text' : undefined);
  if (reason !== undefined) onIncomplete(reason);
  return messageOf(
    shorten(email, () => attachMail(mime)),
    request,
  );
}

function isTooLong({ text }: ReceivedEmail): boolean {
  return text !== undefined && text.length > mailBounds.textLength;
}

/** What is cut off can still be read in the attachment. */
function shorten(
  email: ReceivedEmail,
  attachWhole: (text: string) => ReceivedEmail['attachments'][number],
): ReceivedEmail {
  const { text, attachments } = email;
  if (text === undefined || !isTooLong(email)) return email;
  const shortened = text.slice(0, mailBounds.textLength);
  return { ...email, text: shortened, attachments: [...attachments, attachWhole(text)] };
}

function messageOf(email: ReceivedEmail, request: IngressRequest): InboundItem[] {
  const value = toEmailAddress(email.from.address);
  if (value === undefined) {
    throw new MalformedPayloadError([
      { path: 'from', key: 'invalid_string', message: 'Expected an email address' },
    ]);
  }
  const subject = textOrNull(email.subject);
  const text = textOrNull(email.text) ?? textOrNull(htmlToText(email.html ?? '')) ?? subject;
  const name = textOrNull(email.from.name);
  if (text === null && email.attachments.length === 0) return [];
  return [
    {
      kind: 'message',
      externalId: toMessageId(email.messageId) ?? contentId(request.rawBody),
      from: { handleType: 'email', value, ...(name === null ? {} : { name }) },
      // A mail with text stays a text: its attachments are often no more than a logo.
      type: text === null ? messageTypeOf(email.attachments) : 'text',
      text,
      attachments: email.attachments,
      timestamp: readTimestamp(email.sentAt, arrivalOf(request)),
      echo: false,
      automated: email.automated,
      subject,
      ...(email.authentication && { authentication: email.authentication }),
    },
  ];
}

function textOrNull(text: string | undefined): string | null {
  const cleaned = cleanText(text ?? '').trim();
  return cleaned === '' ? null : cleaned;
}
