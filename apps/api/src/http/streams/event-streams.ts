import { StreamSlots } from '@parley/core';
import { isDatabaseUnavailable } from '@parley/database';
import type { Request, Response } from 'express';
import type { Authenticate } from '../auth/authenticate.js';
import type { Caller } from '../auth/caller.js';
import { checkPermission } from '../auth/check-permission.js';
import type { Operation } from '../contract/operation.js';
import { HttpError } from '../response/http-error.js';
import type { RequestUsage } from '../usage/record-usage.js';
import { catchUp } from './catch-up.js';
import type { EventStream } from './event-stream.js';
import { FeedFollower } from './feed-follower.js';
import { type EndReason, OpenStream, streamHeaders } from './open-stream.js';
import { Semaphore } from './semaphore.js';
import type { StreamDependencies } from './stream-dependencies.js';

interface EventStreamsOptions extends StreamDependencies {
  readonly authenticate: Authenticate;
  readonly metrics: { countEndedStream(reason: EndReason): void };
}

/** The request of a stream. */
interface StreamCall {
  readonly request: Request;
  readonly response: Response;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly usage: Pick<RequestUsage, 'countEvents'>;
}

interface Dates {
  heartbeatAtMs: number;
  checkAtMs: number;
  readonly endAtMs: number;
}

/** A process that stops does not wait longer than this for the readers of its streams. */
const stopFlushMs = 1_000;

/** The open event streams of this process. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #follower: FeedFollower;
  readonly #semaphore: Semaphore;
  readonly #streams = new Map<OpenStream, StreamCall & Dates>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    this.#follower = new FeedFollower(options);
    this.#semaphore = new Semaphore(options.limits.maxCatchingUp);
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Begins to send a stream. Throws if the workspace has as many as it may have. The stream lives on after the call. */
  open(stream: EventStream, call: StreamCall): void {
    const { request, response, caller, usage } = call;
    if (this.#isClosed) throw new HttpError('service_unavailable');
    // The reader has left before the stream began. Its response does not emit `close` again, so the stream would stay open.
    if (response.destroyed) return;
    const release = StreamSlots.of(this.#options.database).take(caller.tenantId, caller.limits.eventStreams);
    if (request.method === 'HEAD') {
      release();
      response.writeHead(200, streamHeaders(response)).end();
      return;
    }
    const open = new OpenStream(stream, {
      response,
      limits: this.#options.limits,
      onSent: usage.countEvents,
      onEnd: (reason) => {
        release();
        this.#remove(open, reason);
      },
    });
    this.#add(open, call);
    open.begin();
    void catchUp(open, { ...this.#options, follower: this.#follower, semaphore: this.#semaphore }).catch(
      (err: unknown) => this.#fail(open, err),
    );
  }

  /** Ends all streams. Their readers resume at another process. */
  close(): void {
    this.#isClosed = true;
    for (const open of this.#streams.keys()) open.end('stopping', stopFlushMs);
  }

  #add(open: OpenStream, call: StreamCall): void {
    const { heartbeatMs, checkMs, lifetimeMs } = this.#options.limits;
    const nowMs = performance.now();
    const endAtMs = nowMs + lifetimeMs * (1 - Math.random() / 10);
    this.#streams.set(open, {
      ...call,
      heartbeatAtMs: nowMs + heartbeatMs,
      checkAtMs: nowMs + checkMs,
      endAtMs,
    });
    const tickMs = Math.min(1_000, heartbeatMs, checkMs, lifetimeMs);
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
  }

  #remove(open: OpenStream, reason: EndReason): void {
    this.#options.metrics.countEndedStream(reason);
    this.#follower.leave(open);
    this.#streams.delete(open);
    if (this.#streams.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    const { heartbeatMs, checkMs } = this.#options.limits;
    const nowMs = performance.now();
    for (const [open, entry] of this.#streams) {
      if (nowMs >= entry.endAtMs) {
        open.end('lifetime');
        continue;
      }
      if (nowMs >= entry.heartbeatAtMs) {
        entry.heartbeatAtMs = nowMs + heartbeatMs;
        open.heartbeat();
      }
      if (nowMs >= entry.checkAtMs) {
        entry.checkAtMs = nowMs + checkMs;
        void this.#check(open, entry);
      }
    }
  }

  /** Ends a stream whose token has expired, was revoked or has lost its scope. While nobody knows, the stream goes on. */
  async #check(open: OpenStream, { request, operation }: StreamCall): Promise<void> {
    try {
      checkPermission(operation, await this.#options.authenticate(request, { isRepeated: true }));
    } catch (err) {
      if (err instanceof HttpError && err.code !== 'service_unavailable') open.end('unauthorized');
      else this.#options.logger.warn({ err }, 'the token of an event stream could not be checked');
    }
  }

  #fail(open: OpenStream, err: unknown): void {
    const { tenantId } = open.stream.context;
    const level = isDatabaseUnavailable(err) ? 'warn' : 'error';
    this.#options.logger[level]({ err, tenantId }, 'the events that a stream has missed could not be read');
    open.end('failed');
  }
}
