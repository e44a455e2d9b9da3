import type { ChannelConfiguration } from '../adapter/channel-adapter.js';
import type { InboundReaction } from '../adapter/inbound-item.js';
import { readEmoji } from '../payload/read-emoji.js';
import { type JsonRecord, readId, readRecord, readText } from '../payload/read-value.js';
import { textSetting } from '../settings/read-setting.js';

/** Reads `reaction: { mid, action, emoji }`. A reaction that the business itself made names the business as the sender. */
export function parseReaction(
  event: JsonRecord,
  timestamp: Date,
  channel: ChannelConfiguration,
): InboundReaction | undefined {
  const reaction = readRecord(event, 'reaction');
  const externalId = readId(reaction, 'mid');
  const emoji = emojiOf(reaction);
  if (externalId === undefined || emoji === undefined) return undefined;
  const sender = readId(readRecord(event, 'sender'), 'id');
  const echo = sender !== undefined && sender === textSetting(channel.settings, 'accountId');
  return { kind: 'reaction', externalId, emoji, timestamp, echo };
}

/** A removal names no emoji. Older events have only the name of the reaction, such as `love`. */
function emojiOf(reaction: JsonRecord | undefined): string | null | undefined {
  switch (readText(reaction, 'action')) {
    case 'unreact':
      return null;
    case 'react':
      return readEmoji(reaction) ?? EMOJIS.get(readText(reaction, 'reaction') ?? '');
    default:
      return undefined;
  }
}

const EMOJIS: ReadonlyMap<string, string> = new Map([
  ['love', '❤️'],
  ['like', '👍'],
  ['dislike', '👎'],
  ['smile', '😆'],
  ['wow', '😮'],
  ['sad', '😢'],
  ['angry', '😠'],
]);
