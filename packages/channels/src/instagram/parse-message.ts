import type {
  AttachmentType,
  InboundMessage,
  InboundSender,
  LinkedAttachment,
} from '../adapter/inbound-item.js';
import { isWebUrl, messageTypeOf, UNKNOWN_CONTENT_TYPE } from '../payload/attachment-type.js';
import { type JsonRecord, readId, readRecord, readRecords, readText } from '../payload/read-value.js';

export function parseMessage(event: JsonRecord, timestamp: Date): InboundMessage | undefined {
  const message = readRecord(event, 'message');
  if (message === undefined || message.is_deleted === true || message.is_unsupported === true)
    return undefined;
  const echo = message.is_echo === true;
  const externalId = readId(message, 'mid');
  const from = customerOf(event, echo);
  const attachments = readRecords(message, 'attachments').flatMap(parseAttachment);
  // A quick reply carries the tapped title as its text.
  const text = readText(message, 'text') ?? null;
  const replyId = readText(readRecord(message, 'quick_reply'), 'payload');
  // A reply to a story names the story instead of a message.
  const replyTo = readId(readRecord(message, 'reply_to'), 'mid');
  if (externalId === undefined || from === undefined) return undefined;
  if (text === null && attachments.length === 0) return undefined;
  return {
    kind: 'message',
    externalId,
    from,
    type: messageTypeOf(attachments),
    text,
    attachments,
    timestamp,
    echo,
    automated: false,
    subject: null,
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(replyId === undefined || text === null ? {} : { reply: { id: replyId, title: text } }),
  };
}

/** Reads a tap on a button or an ice breaker, whose title is what the customer meant to say. */
export function parsePostback(event: JsonRecord, timestamp: Date): InboundMessage | undefined {
  const postback = readRecord(event, 'postback');
  const externalId = readId(postback, 'mid');
  const text = readText(postback, 'title');
  const replyId = readText(postback, 'payload');
  const from = customerOf(event, false);
  if (externalId === undefined || text === undefined || from === undefined) return undefined;
  return {
    kind: 'message',
    externalId,
    from,
    type: 'text',
    text,
    attachments: [],
    timestamp,
    echo: false,
    automated: false,
    subject: null,
    ...(replyId === undefined ? {} : { reply: { id: replyId, title: text } }),
  };
}

function customerOf(event: JsonRecord, echo: boolean): InboundSender | undefined {
  const value = readId(readRecord(event, echo ? 'recipient' : 'sender'), 'id');
  return value === undefined ? undefined : { handleType: 'instagram', value };
}

/** Shared posts, reels and stories are links to media of an unknown kind. */
function parseAttachment(attachment: JsonRecord): LinkedAttachment[] {
  const url = readText(readRecord(attachment, 'payload'), 'url');
  if (url === undefined || !isWebUrl(url)) return [];
  return [
    {
      type: TYPES.get(readText(attachment, 'type') ?? '') ?? 'document',
      url,
      needsCredentials: false,
      name: null,
      contentType: UNKNOWN_CONTENT_TYPE,
      size: null,
    },
  ];
}

const TYPES: ReadonlyMap<string, AttachmentType> = new Map([
  ['image', 'image'],
  ['video', 'video'],
  ['ig_reel', 'video'],
  ['reel', 'video'],
  ['audio', 'audio'],
  ['file', 'document'],
]);
