import type { IncomingMessage } from 'node:http';
import type { BodyShare } from '../limits/body-budget.js';
import { freeBytes } from '../limits/free-bytes.js';
import { HttpError, RequestAborted } from '../response/http-error.js';
import { BodyChunks } from './body-chunks.js';

/** Whether the request announces a body at all (RFC 9112, 6.3). */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Refuses a compressed body or a body of another media type before any of it is read. */
export function checkMediaType(
  { headers }: IncomingMessage,
  isExpected: (contentType: string) => boolean,
): void {
  const encoding = headers['content-encoding'];
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (!isPlain || !isExpected(headers['content-type'] ?? '')) throw new HttpError('unsupported_media_type');
}

export interface BodyOptions {
  readonly limitBytes: number;
  readonly share: BodyShare;
  readonly signal?: AbortSignal;
}

/** Reads the whole body. The package `raw-body` cannot be aborted and takes 1.5 µs longer for a small body. */
export function readBody(request: IncomingMessage, options: BodyOptions): Promise<Buffer> {
  return read(request, options, (chunks) => chunks.join());
}

/** Reads a body that can be large. Joining 16 MB would block the event loop for 20 ms. */
export function readChunks(request: IncomingMessage, options: BodyOptions): Promise<readonly Buffer[]> {
  return read(request, options, (chunks) => chunks.toArray());
}

/** Reads a body that nobody needs, with the same limits as one that is needed. */
export function skipBody(request: IncomingMessage, options: BodyOptions): Promise<void> {
  return read(request, options, (chunks) => chunks.clear());
}

/** A body larger than `limitBytes` is refused as soon as that is known, and an abort discards what was received. */
function read<Body>(
  request: IncomingMessage,
  { limitBytes, share, signal }: BodyOptions,
  finish: (chunks: BodyChunks) => Body,
): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    return Promise.reject(new HttpError('payload_too_large'));
  }
  // The request emits no further events.
  if (request.destroyed) return Promise.reject(new RequestAborted());
  return new Promise((resolve, reject) => {
    const chunks = new BodyChunks();
    let isOver = false;
    const refuse = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      chunks.clear();
      reject(error);
    };
    signal?.addEventListener('abort', () => refuse(signal.reason));
    share.watch(request, refuse);
    request.on('data', (chunk: Buffer) => {
      // The rest is read and discarded, so that the caller can read the response.
      if (isOver) return freeBytes(chunk);
      if (chunks.size + chunk.length > limitBytes) return refuse(new HttpError('payload_too_large'));
      try {
        share.hold(chunk.length);
        chunks.add(chunk);
      } catch (error) {
        refuse(error);
      }
    });
    request.on('end', () => {
      if (isOver) return;
      isOver = true;
      resolve(finish(chunks));
    });
    request.on('close', () => {
      // A request emits `close` after `end` too. The error is created only when it is needed, since its stack trace
      // costs 35 µs.
      if (!request.complete) refuse(new RequestAborted());
    });
  });
}
