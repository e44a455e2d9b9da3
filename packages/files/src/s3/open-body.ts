import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ObjectContent } from '@parley/database';

/** The body of one request. */
interface ObjectBody {
  readonly stream: Readable;
  /** Aborted when the bytes cannot be read or are not the expected ones. The SDK does not notice this by itself. */
  readonly failed: AbortSignal;
  readonly failure: unknown;
}

/**
 * Streams the bytes of an object. The last chunk is sent only when all bytes have the expected checksum, so the store
 * never has a complete object with other bytes.
 */
export function openBody(content: ObjectContent): ObjectBody {
  const stream = Readable.from(verified(content), { objectMode: false });
  const controller = new AbortController();
  let failure: unknown;
  stream.on('error', (error) => {
    failure = error;
    controller.abort();
  });
  return {
    stream,
    failed: controller.signal,
    get failure() {
      return failure;
    },
  };
}

async function* verified({ readChunks, size, checksum }: ObjectContent): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  let sent = 0;
  for await (const chunk of readChunks()) {
    if (held !== undefined) yield held;
    hash.update(chunk);
    held = chunk;
    sent += chunk.length;
  }
  if (sent !== size || hash.digest('hex') !== checksum)
    throw new Error('The checksum of a file does not match its bytes');
  if (held !== undefined) yield held;
}
