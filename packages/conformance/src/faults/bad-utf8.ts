import { formOf } from '../request/media-types.js';
import { applyChange } from './change.js';
import { namePath, orderBy } from './choose.js';
import { listSites } from './list-sites.js';
import { type SpoilRequest, withBody } from './wire-fault.js';

const mark = 'conformance-mark';

/** Bytes that are no UTF-8, inside of a text where there is one: JSON must be UTF-8 (RFC 8259, 8.1). */
export const badUtf8: SpoilRequest = ({ valid, request, pick }) => {
  const { body } = valid;
  if (!body || formOf(body.media.type) !== 'json') return undefined;
  const texts = listSites(body.media.schema, body.value).filter(({ value }) => typeof value === 'string');
  const [site] = orderBy(texts, pick, ({ path }) => namePath(path));
  const wrong = sequences[pick % sequences.length] ?? Buffer.from([0xff]);
  const json = JSON.stringify(site ? applyChange(body.value, { path: site.path, value: mark }) : mark);
  const [before = '', after = ''] = json.split(mark);
  return {
    request: withBody(request, Buffer.concat([Buffer.from(before), wrong, Buffer.from(after)])),
    description: 'the body is not UTF-8',
  };
};

/** A byte that never occurs, an unfinished sequence, half a surrogate pair, and a slash in two bytes. */
const sequences = [
  Buffer.from([0x61, 0xff, 0x62]),
  Buffer.from([0x61, 0xc3, 0x28]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xc0, 0xaf]),
];
