import type { IngressRequest } from '../adapter/channel-adapter.js';
import type { InboundItem } from '../adapter/inbound-item.js';
import { MalformedPayloadError } from '../adapter/malformed-payload-error.js';
import { messageTypeOf } from '../payload/attachment-type.js';
import { toEmailAddress } from '../payload/email-address.js';
import { parseJsonBody } from '../payload/parse-json-body.js';
import { arrivalOf, readTimestamp } from '../payload/read-timestamp.js';
import { cleanText } from '../payload/read-value.js';
import { htmlToText } from './html-to-text.js';
import { contentId, toMessageId } from './message-id.js';
import { readFields } from './read-fields.js';
import { readMime } from './read-mime.js';
import type { ReceivedEmail } from './received-email.js';

/** One mail: a message, or a delivery report about a message of ours. */
export async function parseInbound(request: IngressRequest): Promise<InboundItem[]> {
  const body = parseJsonBody(request.rawBody);
  const receivedAt = arrivalOf(request);
  if (body.raw === undefined) return messageOf(readFields(body), request.rawBody, receivedAt);
  const { email, report } = await readMime(body.raw);
  return report ?? messageOf(email, request.rawBody, receivedAt);
}

function messageOf(email: ReceivedEmail, rawBody: Buffer, receivedAt: Date): InboundItem[] {
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
      externalId: toMessageId(email.messageId) ?? contentId(rawBody),
      from: { handleType: 'email', value, ...(name === null ? {} : { name }) },
      // A mail with text stays a text: its attachments are often no more than a logo.
      type: text === null ? messageTypeOf(email.attachments) : 'text',
      text,
      attachments: email.attachments,
      timestamp: readTimestamp(email.sentAt, receivedAt),
      echo: false,
      automated: email.automated,
      subject,
    },
  ];
}

function textOrNull(text: string | undefined): string | null {
  const cleaned = cleanText(text ?? '').trim();
  return cleaned === '' ? null : cleaned;
}
