import type { ChannelConfiguration } from '../adapter/channel-adapter.js';
import type { AttachmentType, InboundReply, LinkedAttachment } from '../adapter/inbound-item.js';
import { graphUrl } from '../meta/call-graph.js';
import { toContentType, toFileName } from '../payload/attachment-type.js';
import {
  type JsonRecord,
  readId,
  readNumber,
  readRecord,
  readRecords,
  readSize,
  readText,
} from '../payload/read-value.js';
import type { MessageContent } from './message-content.js';
import { parseContacts } from './parse-contacts.js';

/** Returns the content of a message; undefined for system notes and unknown kinds. */
export function parseContent(message: JsonRecord, channel: ChannelConfiguration): MessageContent | undefined {
  switch (readText(message, 'type')) {
    case 'text':
      return textContent(readText(readRecord(message, 'text'), 'body'));
    case 'button':
      return templateReply(readRecord(message, 'button'));
    case 'interactive':
      return chosenReply(readRecord(message, 'interactive'));
    case 'image':
      return mediaContent('image', readRecord(message, 'image'), channel);
    case 'sticker':
      return mediaContent('image', readRecord(message, 'sticker'), channel);
    case 'video':
      return mediaContent('video', readRecord(message, 'video'), channel);
    case 'audio':
      return mediaContent('audio', readRecord(message, 'audio'), channel);
    case 'voice':
      return mediaContent('audio', readRecord(message, 'voice'), channel);
    case 'document':
      return mediaContent('document', readRecord(message, 'document'), channel);
    case 'location':
      return locationContent(readRecord(message, 'location'));
    case 'contacts':
      return parseContacts(message);
    case 'order':
      return textContent(describeOrder(readRecord(message, 'order')));
    case 'unsupported':
      return textContent(describeUnsupported(message));
    default:
      return undefined;
  }
}

function textContent(text: string | undefined): MessageContent | undefined {
  return text === undefined ? undefined : { type: 'text', text, attachments: [] };
}

/** Reads a tap on a quick reply of a template. Its payload is the text of the button if the template has none. */
function templateReply(button: JsonRecord | undefined): MessageContent | undefined {
  const title = readText(button, 'text');
  return title === undefined ? undefined : replyContent({ id: readText(button, 'payload') ?? title, title });
}

/** Reads the tapped button or list row, or the summary of a completed form. */
function chosenReply(interactive: JsonRecord | undefined): MessageContent | undefined {
  const chosen = readRecord(interactive, 'button_reply') ?? readRecord(interactive, 'list_reply');
  const id = readText(chosen, 'id');
  const title = readText(chosen, 'title');
  if (id !== undefined && title !== undefined) return replyContent({ id, title });
  return textContent(title ?? readText(readRecord(interactive, 'nfm_reply'), 'body'));
}

function replyContent(reply: InboundReply): MessageContent {
  return { type: 'text', text: reply.title, attachments: [], reply };
}

/** Returns the customer's note, and a line for each product with the id that the shop gave it. */
function describeOrder(order: JsonRecord | undefined): string | undefined {
  const goods = readRecords(order, 'product_items').map((item) => {
    const price = [readNumber(item, 'item_price'), readText(item, 'currency')].filter(
      (part) => part !== undefined,
    );
    const line = `${readNumber(item, 'quantity') ?? 1} × ${readId(item, 'product_retailer_id') ?? 'unknown'}`;
    return price.length === 0 ? line : `${line}, ${price.join(' ')} each`;
  });
  const lines = [readText(order, 'text') ?? [], goods].flat();
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** WhatsApp does not deliver some messages, such as polls. The person who replies must know that there was one. */
function describeUnsupported(message: JsonRecord): string {
  const [error] = readRecords(message, 'errors');
  const reason = readText(readRecord(error, 'error_data'), 'details') ?? readText(error, 'title');
  return reason === undefined ? 'Unsupported message' : `Unsupported message: ${reason}`;
}

function mediaContent(
  type: AttachmentType,
  media: JsonRecord | undefined,
  channel: ChannelConfiguration,
): MessageContent | undefined {
  const mediaId = readId(media, 'id');
  if (mediaId === undefined || !/^[\w-]+$/.test(mediaId)) return undefined;
  const attachment: LinkedAttachment = {
    type,
    // The link in the notification is valid for minutes; the media node is valid for weeks and returns a new link.
    url: graphUrl([mediaId], channel, {}),
    needsCredentials: true,
    name: toFileName(readText(media, 'filename')),
    contentType: toContentType(readText(media, 'mime_type')),
    size: readSize(media, 'file_size'),
  };
  return { type, text: readText(media, 'caption') ?? null, attachments: [attachment] };
}

/** A location has no file: its text is the label and the `geo:` URI (RFC 5870). */
function locationContent(location: JsonRecord | undefined): MessageContent | undefined {
  const latitude = readNumber(location, 'latitude');
  const longitude = readNumber(location, 'longitude');
  if (latitude === undefined || longitude === undefined) return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  const label = [readText(location, 'name'), readText(location, 'address')].filter(
    (part) => part !== undefined,
  );
  const text = [label.join(', '), `geo:${latitude},${longitude}`].filter((line) => line !== '').join('\n');
  return { type: 'location', text, attachments: [] };
}
