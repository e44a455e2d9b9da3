import type {
  ChannelConfiguration,
  InboundOptions,
  IngressRequest,
  OnSkip,
} from '../adapter/channel-adapter.js';
import type { InboundItem, InboundMessage, InboundReaction } from '../adapter/inbound-item.js';
import { readEntries } from '../meta/read-entries.js';
import { readEmoji } from '../payload/read-emoji.js';
import { arrivalOf, readTimestamp } from '../payload/read-timestamp.js';
import { type JsonRecord, readId, readNumber, readRecord, readRecords } from '../payload/read-value.js';
import { textSetting } from '../settings/read-setting.js';
import { findEchoRecipient, findSender } from './find-sender.js';
import { parseContent } from './parse-content.js';
import { parseStatus } from './parse-status.js';
import { isAboutTemplate, parseTemplate } from './templates/parse-template.js';

/** Returns the messages, echoes, statuses and changes of templates for this channel's number; unknown and incomplete items are skipped. */
export async function parseInbound(
  request: IngressRequest,
  channel: ChannelConfiguration,
  { onSkip = () => {} }: InboundOptions = {},
): Promise<InboundItem[]> {
  const context = { channel, receivedAt: arrivalOf(request), onSkip };
  return readEntries(request.rawBody, 'whatsapp_business_account')
    .flatMap((entry) => readRecords(entry, 'changes').map((change) => ({ entry, change })))
    .flatMap(({ entry, change }) =>
      isAboutTemplate(change)
        ? (parseTemplate(change, entry, context) ?? [])
        : parseChange(readRecord(change, 'value'), context),
    );
}

function parseChange(value: JsonRecord | undefined, context: ParseContext): InboundItem[] {
  return value !== undefined && isForChannel(value, context.channel) ? parseValue(value, context) : [];
}

export interface ParseContext {
  readonly channel: ChannelConfiguration;
  readonly receivedAt: Date;
  readonly onSkip: OnSkip;
}

/** All numbers of one Meta app may share a callback URL. */
function isForChannel(value: JsonRecord, channel: ChannelConfiguration): boolean {
  const own = textSetting(channel.settings, 'phoneNumberId');
  const named = readId(readRecord(value, 'metadata'), 'phone_number_id');
  return own === undefined || named === undefined || own === named;
}

function parseValue(value: JsonRecord, context: ParseContext): InboundItem[] {
  const messages = readRecords(value, 'messages').map((message) =>
    parseItem(message, findSender(message, value), context),
  );
  const echoes = readRecords(value, 'message_echoes').map((message) => {
    const parsed = parseItem(message, findEchoRecipient(message, value), context);
    return parsed === undefined ? undefined : { ...parsed, echo: true };
  });
  const statuses = readRecords(value, 'statuses').map(parseStatus);
  return [...messages, ...echoes, ...statuses].filter((item) => item !== undefined);
}

function parseItem(
  message: JsonRecord,
  from: InboundMessage['from'] | undefined,
  context: ParseContext,
): InboundMessage | InboundReaction | undefined {
  if (message.type !== 'reaction') return parseMessage(message, from, context);
  const reaction = parseReaction(message, context.receivedAt);
  if (reaction === undefined) context.onSkip('reaction');
  return reaction;
}

/** A removed reaction has an empty emoji, or none. */
function parseReaction(message: JsonRecord, receivedAt: Date): InboundReaction | undefined {
  const reaction = readRecord(message, 'reaction');
  const externalId = readId(reaction, 'message_id');
  const emoji = readEmoji(reaction);
  if (externalId === undefined || emoji === undefined) return undefined;
  return { kind: 'reaction', externalId, emoji, timestamp: timestampOf(message, receivedAt), echo: false };
}

function timestampOf(message: JsonRecord, receivedAt: Date): Date {
  const seconds = readNumber(message, 'timestamp');
  return readTimestamp(seconds === undefined ? undefined : seconds * 1000, receivedAt);
}

function parseMessage(
  message: JsonRecord,
  from: InboundMessage['from'] | undefined,
  { channel, receivedAt, onSkip }: ParseContext,
): InboundMessage | undefined {
  const externalId = readId(message, 'id');
  const content = parseContent(message, channel);
  if (externalId === undefined || from === undefined || content === undefined) {
    onSkip(readId(message, 'type') ?? 'unknown');
    return undefined;
  }
  const replyTo = readId(readRecord(message, 'context'), 'id');
  return {
    kind: 'message',
    externalId,
    from,
    ...content,
    timestamp: timestampOf(message, receivedAt),
    echo: false,
    automated: false,
    subject: null,
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}
