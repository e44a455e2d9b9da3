import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests, so that neither the content nor the length of the expected value can be timed. */
export function equalInConstantTime(given: string | Buffer, expected: string | Buffer): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}
