import type { TokenSource } from './options.js';

/** Returns the token for an attempt. It is checked here because `fetch` would print the header that it refuses. */
export async function readToken(source: string | TokenSource, refused: boolean): Promise<string> {
  return checkToken(typeof source === 'string' ? source : await source({ refused }));
}

/** The message does not repeat the token. */
export function checkToken(token: unknown): string {
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError('The token must be text without "Bearer " and spaces. Is the variable set?');
}
