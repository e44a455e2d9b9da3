import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

const chunkBytes = 1_048_576;

/**
 * Returns the SHA-256 of the bytes in hexadecimal. It yields to the event loop after each megabyte, which takes about
 * two milliseconds.
 */
export async function hashInChunks(content: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < content.length; at += chunkBytes) {
    if (at > 0) await nextTurn();
    hash.update(content.subarray(at, at + chunkBytes));
  }
  return hash.digest('hex');
}
