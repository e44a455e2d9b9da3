import type { ChannelConfiguration, InboundOptions, IngressRequest } from '../adapter/channel-adapter.js';
import type { CarriedAttachment, InboundItem } from '../adapter/inbound-item.js';
import { MalformedPayloadError } from '../adapter/malformed-payload-error.js';
import { messageTypeOf } from '../payload/attachment-type.js';
import { toEmailAddress } from '../payload/email-address.js';
import { parseJsonBody } from '../payload/parse-json-body.js';
import { arrivalOf, readTimestamp } from '../payload/read-timestamp.js';
import { textSetting } from '../settings/read-setting.js';
import { contentId, toMessageId, toRepliedId } from './message-id.js';
import { attachSource, readFields } from './read-fields.js';
import { type MailText, readMailText, textOrNull } from './read-mail-text.js';
import { attachMail, decodeMime, readHeadOnly, readMime } from './read-mime.js';
import type { ReceivedEmail } from './received-email.js';

/**
 * Parses one mail: a message, or a delivery report about a message of ours. A mail that exceeds a bound becomes a
 * message with what could be read, and has the mail itself as an attachment.
 */
export async function parseInbound(
  request: IngressRequest,
  { settings }: ChannelConfiguration,
  { onIncomplete = () => {}, headOnlyAfter }: InboundOptions = {},
): Promise<InboundItem[]> {
  const body = parseJsonBody(request.rawBody);
  if (body.raw === undefined) {
    const email = readFields(body);
    const text = readMailText(email);
    if (text.truncatedFrom === undefined) return messageOf(email, text, request);
    onIncomplete('text');
    return messageOf(withAttachment(email, attachSource(email, text.truncatedFrom)), text, request);
  }
  const mime = decodeMime(body.raw);
  const authservId = textSetting(settings, 'authservId');
  const { email, report, incomplete } = headOnlyAfter
    ? readHeadOnly(mime, headOnlyAfter, authservId)
    : await readMime(mime, authservId);
  if (report !== undefined) return report;
  const text = readMailText(email);
  const reason = incomplete ?? (text.truncatedFrom === undefined ? undefined : 'text');
  if (reason !== undefined) onIncomplete(reason);
  return messageOf(reason === 'text' ? withAttachment(email, attachMail(mime)) : email, text, request);
}

/** Adds an attachment with the text that the message omits. */
function withAttachment(email: ReceivedEmail, attachment: CarriedAttachment): ReceivedEmail {
  return { ...email, attachments: [...email.attachments, attachment] };
}

function messageOf(email: ReceivedEmail, mailText: MailText, request: IngressRequest): InboundItem[] {
  const value = toEmailAddress(email.from.address);
  if (value === undefined) {
    throw new MalformedPayloadError([
      { path: 'from', key: 'invalid_string', message: 'Expected an email address' },
    ]);
  }
  const subject = textOrNull(email.subject);
  const text = mailText.text ?? subject;
  const name = textOrNull(email.from.name);
  const replyTo = toRepliedId(email);
  if (text === null && email.attachments.length === 0) return [];
  return [
    {
      kind: 'message',
      externalId: toMessageId(email.messageId) ?? contentId(request.rawBody),
      from: { handleType: 'email', value, ...(name === null ? {} : { name }) },
      // A mail with text is a text message: its attachments are often only a logo.
      type: text === null ? messageTypeOf(email.attachments) : 'text',
      text,
      attachments: email.attachments,
      timestamp: readTimestamp(email.sentAt, arrivalOf(request)),
      echo: false,
      automated: email.automated,
      subject,
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(email.authentication && { authentication: email.authentication }),
    },
  ];
}
