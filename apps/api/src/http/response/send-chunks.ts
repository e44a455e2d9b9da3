import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { RequestAborted } from './http-error.js';

/**
 * Sends bytes as fast as the client reads them, without reading ahead. The first chunk is read before the head is sent,
 * so that a read error can still become an error response.
 */
export async function sendChunks(
  response: Response,
  status: 200 | 206,
  chunks: AsyncGenerator<Buffer, void>,
): Promise<void> {
  const first = await chunks.next();
  response.writeHead(status, response.locals.requestContext.headers);
  try {
    await pipeline(async function* () {
      if (first.done) return;
      yield first.value;
      yield* chunks;
    }, response);
  } catch (error) {
    throw Object(error).code === 'ERR_STREAM_PREMATURE_CLOSE' ? new RequestAborted() : error;
  }
}
