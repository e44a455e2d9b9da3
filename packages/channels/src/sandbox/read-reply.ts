import type { InboundReply } from '../adapter/inbound-item.js';
import { isRecord } from '../payload/read-value.js';
import type { BodyReader } from './body-reader.js';

/** Reads `reply: { id, title }`, the button or row that the customer taps. */
export function readReply(reader: BodyReader): InboundReply | undefined {
  const given = reader.body.reply;
  if (given === undefined || given === null) return undefined;
  if (!isRecord(given)) {
    reader.addError('reply', 'invalid_type', 'Expected an object');
    return undefined;
  }
  const inside = reader.inside(given, 'reply');
  inside.allowOnly(['id', 'title']);
  const id = inside.required('id', 200);
  const title = inside.required('title', 255);
  return id === undefined || title === undefined ? undefined : { id, title };
}
