import { jsonBytes } from './json-bytes.js';

const { quote, comma, openList, backslash, openObject } = jsonBytes;

/** Whether a JSON text has more values than allowed. It counts them without creating them; the text may be invalid. */
export function hasMoreValues(json: Buffer, allowed: number): boolean {
  let isInText = false;
  let values = 1;
  for (let at = 0; at < json.length && values <= allowed; at += 1) {
    const byte = json[at];
    if (isInText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (byte === comma || byte === openList || byte === openObject) values += 1;
  }
  return values > allowed;
}
