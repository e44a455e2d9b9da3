import type { InboundReaction } from '../adapter/inbound-item.js';
import { isRecord } from '../payload/read-value.js';
import type { BodyReader } from './body-reader.js';

/**
 * Reads `reaction: { externalId, emoji }`, where `externalId` is the `vendorId` of the message. An `emoji` of null removes
 * the reaction.
 */
export function readReaction(reader: BodyReader, timestamp: Date): InboundReaction {
  reader.allowOnly(['from', 'reaction']);
  const given = reader.body.reaction;
  if (!isRecord(given)) reader.addError('reaction', 'invalid_type', 'Expected an object');
  const inside = reader.inside(isRecord(given) ? given : {}, 'reaction');
  if (isRecord(given)) inside.allowOnly(['externalId', 'emoji']);
  const externalId = isRecord(given) ? inside.required('externalId', 255) : undefined;
  const emoji = inside.optional('emoji', 64) ?? null;
  reader.throwErrors();
  return { kind: 'reaction', externalId: externalId ?? '', emoji, timestamp, echo: false };
}
