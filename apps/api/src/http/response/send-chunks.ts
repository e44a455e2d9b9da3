import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { RequestAborted } from './http-error.js';

/**
 * Sends bytes as fast as the client takes them and reads no further ahead. The first portion is read before the head
 * is sent, as long as a failure can still be told.
 */
export async function sendChunks(
  response: Response,
  status: 200 | 206,
  portions: AsyncGenerator<Buffer, void>,
): Promise<void> {
  const first = await portions.next();
  response.writeHead(status, response.locals.requestContext.headers);
  try {
    await pipeline(async function* () {
      if (first.done) return;
      yield first.value;
      yield* portions;
    }, response);
  } catch (error) {
    throw Object(error).code === 'ERR_STREAM_PREMATURE_CLOSE' ? new RequestAborted() : error;
  }
}
