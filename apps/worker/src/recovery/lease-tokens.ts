import { randomUUID } from 'node:crypto';

/** Six bytes, as a UUID writes them. */
const tagLength = 'xxxxxxxx-xxxx'.length;

/**
 * Tokens for the leases of one worker. The first six bytes are those of its id, by which the others find and end
 * its leases when it is dead; the rest is random, so that no two claims share a token.
 */
export function createLeaseTokens(workerId: string): () => string {
  const tag = workerId.slice(0, tagLength);
  return () => tag + randomUUID().slice(tagLength);
}
