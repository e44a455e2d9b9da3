import type {
  ChannelConfiguration,
  InboundOptions,
  IngressRequest,
  OnSkip,
} from '../adapter/channel-adapter.js';
import type { InboundItem, InboundMessage } from '../adapter/inbound-item.js';
import { readEntries } from '../meta/read-entries.js';
import { arrivalOf, readTimestamp } from '../payload/read-timestamp.js';
import { type JsonRecord, readId, readNumber, readRecord, readRecords } from '../payload/read-value.js';
import { textSetting } from '../settings/read-setting.js';
import { findEchoRecipient, findSender } from './find-sender.js';
import { parseContent } from './parse-content.js';
import { parseStatus } from './parse-status.js';

/** Returns the messages, echoes and statuses for this channel's number; unknown and incomplete items are skipped. */
export async function parseInbound(
  request: IngressRequest,
  channel: ChannelConfiguration,
  { onSkip = () => {} }: InboundOptions = {},
): Promise<InboundItem[]> {
  const context = { channel, receivedAt: arrivalOf(request), onSkip };
  return readEntries(request.rawBody, 'whatsapp_business_account')
    .flatMap((entry) => readRecords(entry, 'changes'))
    .map((change) => readRecord(change, 'value'))
    .filter((value) => value !== undefined)
    .filter((value) => isForChannel(value, channel))
    .flatMap((value) => parseValue(value, context));
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
    parseMessage(message, findSender(message, value), context),
  );
  const echoes = readRecords(value, 'message_echoes').map((message) => {
    const parsed = parseMessage(message, findEchoRecipient(message, value), context);
    return parsed === undefined ? undefined : { ...parsed, echo: true };
  });
  const statuses = readRecords(value, 'statuses').map(parseStatus);
  return [...messages, ...echoes, ...statuses].filter((item) => item !== undefined);
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
  const seconds = readNumber(message, 'timestamp');
  const replyTo = readId(readRecord(message, 'context'), 'id');
  return {
    kind: 'message',
    externalId,
    from,
    ...content,
    timestamp: readTimestamp(seconds === undefined ? undefined : seconds * 1000, receivedAt),
    echo: false,
    automated: false,
    subject: null,
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}
