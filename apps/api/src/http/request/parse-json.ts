import { isUtf8 } from 'node:buffer';
import { largeBodyBytes } from '../large-bodies/large-body-bytes.js';
import { invalidParam } from '../validation/invalid-param.js';
import { parseJsonText } from './json-text.js';
import { parseLargeJson } from './parse-large-json.js';

/** Parses a body that must be JSON in UTF-8; a large one in slices, so that it does not delay other requests. */
export async function parseJson(bytes: Buffer): Promise<unknown> {
  if (!isUtf8(bytes)) throw invalidParam('body', 'invalid_json', 'Body is not valid UTF-8');
  const start = hasByteOrderMark(bytes) ? 3 : 0;
  if (bytes.length > largeBodyBytes) return parseLargeJson(bytes.subarray(start));
  return parseJsonText(bytes.toString('utf8', start));
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
