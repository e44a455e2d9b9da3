import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a request may read the metrics, by its header `Authorization`. Compares in constant time. */
export function sendsMetricsToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digest(sent), digest(token));
}

/** `timingSafeEqual` compares only values of the same length, as digests are. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
