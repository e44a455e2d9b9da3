import type { IngressRequest } from '../adapter/channel-adapter.js';
import type {
  InboundItem,
  InboundMessage,
  InboundStatus,
  LinkedAttachment,
} from '../adapter/inbound-item.js';
import { MalformedPayloadError } from '../adapter/malformed-payload-error.js';
import { attachmentTypeOf, isWebUrl, messageTypeOf, toContentType } from '../payload/attachment-type.js';
import { arrivalOf } from '../payload/read-timestamp.js';
import { type JsonRecord, readId, readText } from '../payload/read-value.js';

/**
 * Parses a form of Twilio. A form has one message or one status. Twilio sends no timestamps, so the time of arrival is
 * used.
 */
export async function parseInbound(request: IngressRequest): Promise<InboundItem[]> {
  const form = Object.fromEntries(new URLSearchParams(request.rawBody.toString('utf8')));
  const externalId = readId(form, 'MessageSid') ?? readId(form, 'SmsSid');
  if (externalId === undefined) {
    throw new MalformedPayloadError([{ path: 'MessageSid', key: 'invalid_type', message: 'Required' }]);
  }
  const item =
    readText(form, 'MessageStatus') === undefined
      ? parseMessage(form, externalId, arrivalOf(request))
      : parseStatus(form, externalId, request);
  return item === undefined ? [] : [item];
}

function parseMessage(form: JsonRecord, externalId: string, timestamp: Date): InboundMessage | undefined {
  const from = readId(form, 'From');
  const attachments = parseMedia(form);
  const text = readText(form, 'Body') ?? null;
  // `whatsapp:` and the like are other networks that Twilio carries; replying to them needs another channel.
  if (from === undefined || from.includes(':')) return undefined;
  if (text === null && attachments.length === 0) return undefined;
  return {
    kind: 'message',
    externalId,
    from: { handleType: 'phone_number', value: from },
    type: messageTypeOf(attachments),
    text,
    attachments,
    timestamp,
    echo: false,
    automated: false,
    subject: null,
  };
}

function parseMedia(form: JsonRecord): LinkedAttachment[] {
  const count = Math.min(Number(readText(form, 'NumMedia') ?? 0) || 0, MAX_MEDIA);
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => index).flatMap((index) => {
    const url = readText(form, `MediaUrl${index}`);
    if (url === undefined || !isWebUrl(url)) return [];
    const contentType = toContentType(readText(form, `MediaContentType${index}`));
    return [
      {
        type: attachmentTypeOf(contentType),
        url,
        needsCredentials: true,
        name: null,
        contentType,
        size: null,
      },
    ];
  });
}

function parseStatus(
  form: JsonRecord,
  externalId: string,
  request: IngressRequest,
): InboundStatus | undefined {
  const status = STATUSES.get(readText(form, 'MessageStatus') ?? '');
  if (status === undefined) return undefined;
  const code = readId(form, 'ErrorCode');
  const message = readText(form, 'ErrorMessage') ?? `Twilio error ${code}; see Twilio's list of error codes.`;
  return {
    kind: 'status',
    externalId,
    status,
    errors: code === undefined ? [] : [{ code, message }],
    reference: readId(request.query, REFERENCE_PARAMETER) ?? null,
  };
}

/** The query parameter of the callback URL that carries our own message id; the signature covers it. */
export const REFERENCE_PARAMETER = 'reference';

const MAX_MEDIA = 10;

/** `queued`, `accepted`, `scheduled` and `sending` are skipped: they add nothing to the response to our request. */
const STATUSES: ReadonlyMap<string, InboundStatus['status']> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
  ['undelivered', 'failed'],
  ['canceled', 'failed'],
]);
