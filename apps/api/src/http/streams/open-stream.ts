import { type FeedPosition, isLater, writeFeedCursor } from '@parley/core';
import type { Response } from 'express';
import type { EventStream } from './event-stream.js';
import type { RecordBatch } from './record-batch.js';
import type { StreamLimits } from './stream-limits.js';

export type EndReason = 'client' | 'slow_reader' | 'lifetime' | 'unauthorized' | 'stopping' | 'failed';

interface OpenStreamOptions {
  readonly response: Response;
  readonly limits: Pick<StreamLimits, 'maxBufferedBytes' | 'flushMs'>;
  /** Called with the types of the events that were sent, one for each event. */
  readonly onSent: (types: readonly string[]) => void;
  readonly onEnd: (reason: EndReason) => void;
}

/** One stream and its reader. The reader decides how fast it reads; what waits for it is bounded. */
export class OpenStream {
  readonly stream: EventStream;
  readonly types: ReadonlySet<string> | undefined;
  readonly #options: OpenStreamOptions;
  #position: FeedPosition;
  #isEnded = false;

  constructor(stream: EventStream, options: OpenStreamOptions) {
    this.stream = stream;
    this.types = stream.types && new Set(stream.types);
    this.#position = stream.start.after;
    this.#options = options;
    options.response.once('close', () => this.#finish('client'));
  }

  /** The events up to here were sent, or do not have one of the types. */
  get position(): FeedPosition {
    return this.#position;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Sends the head, and the position from which the reader can resume before the first event. */
  begin(): void {
    const { response } = this.#options;
    const { requestContext } = response.locals;
    requestContext.streamedAt = performance.now();
    response.writeHead(200, streamHeaders(response));
    this.#write(`retry: 1000\n${this.#idLine()}\n\n`);
  }

  send(batch: RecordBatch): void {
    const found = batch.recordsFor(this);
    if (found && this.#write(found.bytes)) this.#options.onSent(found.types);
    this.skipTo(batch.reached);
  }

  /** The position also moves past events that the filter leaves out. */
  heartbeat(): void {
    // The bytes that wait for the reader keep the connection alive.
    if (this.#options.response.writableNeedDrain) return;
    this.#write(`: heartbeat\n${this.#idLine()}\n\n`);
  }

  /** Sets the position without sending anything, when the feed has no event up to there. */
  skipTo(position: FeedPosition): void {
    if (isLater(position, this.#position)) this.#position = position;
  }

  /** Waits until the reader has read what was sent. Ends the stream when that takes too long. */
  async drain(): Promise<void> {
    const { response, limits } = this.#options;
    if (this.#isEnded || !response.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(() => this.end('slow_reader'), limits.flushMs).unref();
      const settle = () => {
        clearTimeout(deadline);
        response.off('drain', settle).off('close', settle);
        resolve();
      };
      response.on('drain', settle).on('close', settle);
    });
  }

  /** Ends the response after the last complete record. The reader can resume from there. */
  end(reason: EndReason, flushMs = this.#options.limits.flushMs): void {
    if (this.#isEnded) return;
    const { response } = this.#options;
    this.#finish(reason);
    response.end();
    const deadline = setTimeout(() => response.destroy(), flushMs).unref();
    response.once('close', () => clearTimeout(deadline));
  }

  #idLine(): string {
    return `id: ${writeFeedCursor(this.#position, this.stream.start.feedId)}`;
  }

  /** Returns whether the bytes were written. */
  #write(bytes: Buffer | string): boolean {
    if (this.#isEnded) return false;
    const { response, limits } = this.#options;
    const waitingBytes = response.writableLength + Buffer.byteLength(bytes);
    // A reader that is not behind gets an event of any size. Otherwise it would meet the same event again when it resumes.
    if (response.writableNeedDrain && waitingBytes > limits.maxBufferedBytes) {
      this.end('slow_reader');
      return false;
    }
    response.write(bytes);
    return true;
  }

  #finish(reason: EndReason): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#options.onEnd(reason);
  }
}

/** nginx would otherwise keep the events until a buffer is full. */
export function streamHeaders({ locals }: Response) {
  return {
    ...locals.requestContext.headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  };
}
