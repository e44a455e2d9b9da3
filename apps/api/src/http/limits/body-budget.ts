import type { IncomingMessage } from 'node:http';
import { HttpError } from '../response/http-error.js';

export interface BodyBudgetOptions {
  /** For all bodies that the process holds at a time. */
  readonly limitBytes: number;
  readonly pace: BodyPace;
  readonly onRefused: () => void;
}

/** In each window a body must bring this many bytes, or end. */
export interface BodyPace {
  readonly windowMs: number;
  readonly windowBytes: number;
}

/** 16 KB a second, which is slower than any network that people use for files and mails. */
export const bodyPace: BodyPace = { windowMs: 10_000, windowBytes: 160 * 1024 };

/** The beginning of a body is not counted, so that requests of a usual size are accepted whatever others send. */
const freeBytes = 16 * 1024;

/** Bodies that announce less cost no more than their connection. */
const unwatchedBytes = 64 * 1024;

/**
 * Bounds the memory for bodies. A tenant can take half of it, so that no tenant can make another one wait. Bytes count from
 * their arrival until the handler has settled: it works with them also after the caller has disconnected.
 */
export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(options: BodyBudgetOptions) {
    this.#options = options;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /** The share of one request, which must be released. */
  open(tenantId: string): BodyShare {
    let received = 0;
    let held = 0;
    return {
      hold: (bytes) => {
        received += bytes;
        const more = Math.max(0, received - freeBytes) - held;
        if (more <= 0) return;
        this.#take(tenantId, more);
        held += more;
      },
      release: () => {
        this.#give(tenantId, held);
        held = 0;
      },
      watch: (request, refuse) => watchPace(request, this.#options.pace, refuse),
    };
  }

  #take(tenantId: string, bytes: number): void {
    const { limitBytes, onRefused } = this.#options;
    const ofTenant = (this.#heldBy.get(tenantId) ?? 0) + bytes;
    if (this.#held + bytes > limitBytes || ofTenant > limitBytes / 2) {
      onRefused();
      throw new HttpError('service_unavailable', { isLogged: true });
    }
    this.#held += bytes;
    this.#heldBy.set(tenantId, ofTenant);
  }

  #give(tenantId: string, bytes: number): void {
    this.#held -= bytes;
    const rest = (this.#heldBy.get(tenantId) ?? 0) - bytes;
    if (rest > 0) this.#heldBy.set(tenantId, rest);
    else this.#heldBy.delete(tenantId);
  }
}

export interface BodyShare {
  /** Counts bytes that were received; throws `service_unavailable` when there is no room for them. */
  hold(bytes: number): void;
  /** Ends the share. The handler must have settled. */
  release(): void;
  /** Calls `refuse` with `request_timeout` when the body arrives too slowly. */
  watch(request: IncomingMessage, refuse: (error: Error) => void): void;
}

function watchPace(
  request: IncomingMessage,
  { windowMs, windowBytes }: BodyPace,
  refuse: (error: Error) => void,
): void {
  const { 'content-length': length = Number.POSITIVE_INFINITY } = request.headers;
  if (Number(length) <= unwatchedBytes) return;
  let receivedBytes = 0;
  request.on('data', ({ length: bytes }: Buffer) => {
    receivedBytes += bytes;
  });
  const windows = setInterval(() => {
    if (receivedBytes < windowBytes) {
      stop();
      refuse(new HttpError('request_timeout', { headers: { Connection: 'close' } }));
    }
    receivedBytes = 0;
  }, windowMs);
  windows.unref();
  const stop = () => clearInterval(windows);
  request.once('end', stop).once('close', stop);
}
