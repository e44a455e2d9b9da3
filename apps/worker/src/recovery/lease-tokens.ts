import { randomUUID } from 'node:crypto';

/** Six bytes in the notation of a UUID. */
const tagLength = 'xxxxxxxx-xxxx'.length;

/**
 * Creates the fencing tokens for the leases of one worker. The first six bytes are the first six bytes of the worker's
 * id, by which other workers find and end its leases when it is dead; the rest is random, so that no two claims share a
 * token.
 */
export function createLeaseTokenSource(workerId: string): () => string {
  const tag = workerId.slice(0, tagLength);
  return () => tag + randomUUID().slice(tagLength);
}
