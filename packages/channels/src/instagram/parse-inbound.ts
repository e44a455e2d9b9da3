import type { ChannelConfiguration, InboundOptions, IngressRequest } from '../adapter/channel-adapter.js';
import type { InboundItem, InboundStatus } from '../adapter/inbound-item.js';
import { readEntries } from '../meta/read-entries.js';
import { arrivalOf, readTimestamp } from '../payload/read-timestamp.js';
import {
  isRecord,
  type JsonRecord,
  readId,
  readNumber,
  readRecord,
  readRecords,
} from '../payload/read-value.js';
import { textSetting } from '../settings/read-setting.js';
import { parseMessage, parsePostback } from './parse-message.js';
import { parseReaction } from './parse-reaction.js';

/** Returns the messages, echoes and receipts of this channel's account; unknown and incomplete items are skipped. */
export async function parseInbound(
  request: IngressRequest,
  channel: ChannelConfiguration,
  { onSkip = () => {} }: InboundOptions = {},
): Promise<InboundItem[]> {
  const receivedAt = arrivalOf(request);
  return readEntries(request.rawBody, 'instagram')
    .flatMap((entry) => eventsOf(entry).filter((event) => isForChannel(entry, event, channel)))
    .flatMap((event) => {
      const items = parseEvent(event, receivedAt, channel);
      if (items.length === 0) onSkip(kindOf(event));
      return items;
    });
}

function kindOf(event: JsonRecord): string {
  return Object.keys(event).find((key) => !['sender', 'recipient', 'timestamp'].includes(key)) ?? 'unknown';
}

/** Depending on the kind of login, an app gets `messaging`, or `changes` with the same content in `value`. */
function eventsOf(entry: JsonRecord): readonly JsonRecord[] {
  const changes = readRecords(entry, 'changes')
    .map((change) => change.value)
    .filter(isRecord);
  return [...readRecords(entry, 'messaging'), ...changes];
}

/** The id of the entry is the id of the account or of its page, so the parties of the event are compared as well. */
function isForChannel(entry: JsonRecord, event: JsonRecord, channel: ChannelConfiguration): boolean {
  const own = textSetting(channel.settings, 'accountId');
  const parties = [readRecord(event, 'recipient'), readRecord(event, 'sender'), entry];
  return own === undefined || parties.some((party) => readId(party, 'id') === own);
}

function parseEvent(event: JsonRecord, receivedAt: Date, channel: ChannelConfiguration): InboundItem[] {
  const timestamp = readTimestamp(readNumber(event, 'timestamp'), receivedAt);
  const items: (InboundItem | undefined)[] = [
    parseMessage(event, timestamp),
    parsePostback(event, timestamp),
    parseReaction(event, timestamp, channel),
    statusOf(readId(readRecord(event, 'read'), 'mid'), 'read'),
    ...deliveredIds(event).map((id) => statusOf(id, 'delivered')),
  ];
  return items.filter((item) => item !== undefined);
}

function deliveredIds(event: JsonRecord): string[] {
  const ids = readRecord(event, 'delivery')?.mids;
  return Array.isArray(ids) ? ids.flatMap((mid: unknown) => readId({ mid }, 'mid') ?? []) : [];
}

function statusOf(
  externalId: string | undefined,
  status: InboundStatus['status'],
): InboundStatus | undefined {
  if (externalId === undefined) return undefined;
  return { kind: 'status', externalId, status, errors: [], reference: null };
}
