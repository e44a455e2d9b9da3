import type { WireResponse } from '../wire/wire-response.js';

const longest = 600;

/** Returns the beginning of a body in one line, safe for a terminal. */
export function excerpt({ body }: WireResponse): string {
  const text = body
    .subarray(0, longest)
    .toString()
    // Control characters in a response must not reach the terminal.
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  return body.length > longest ? `${text}… (${body.length} bytes)` : text;
}
