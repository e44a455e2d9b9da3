import type { WireResponse } from '../wire/wire-response.js';

const longest = 600;

/** The beginning of a body, in one line that a terminal can show. */
export function excerpt({ body }: WireResponse): string {
  const text = body
    .subarray(0, longest)
    .toString()
    // Nothing of a response may steer the terminal it is shown in.
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  return body.length > longest ? `${text}… (${body.length} bytes)` : text;
}
