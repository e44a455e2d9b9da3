import type { IncomingMessage } from 'node:http';
import { HttpError } from '../response/http-error.js';
import { networkOf } from './network-of.js';

export interface BodyBudgetOptions {
  /** The limit for the bodies of all requests that the process keeps in memory at the same time. */
  readonly limitBytes: number;
  readonly pace: BodyPace;
  readonly onRefused: () => void;
}

/** In each window, this many bytes of a body must arrive, or the body must end. */
export interface BodyPace {
  readonly windowMs: number;
  readonly windowBytes: number;
}

/** 16 KB per second is slower than any network that people use to send files and mails. */
export const bodyPace: BodyPace = { windowMs: 10_000, windowBytes: 160 * 1024 };

/** The first bytes of a body are not counted, so that requests of a usual size are accepted regardless of the load. */
const freeBytes = 16 * 1024;

/** The pace of a body with a smaller Content-Length is not checked: such a body costs no more than its connection. */
const unwatchedBytes = 64 * 1024;

/**
 * Limits the memory for bodies. A tenant can use half of it, so that no tenant can block another. Bodies whose sender
 * is not verified yet can use a quarter of it, and those from one address a quarter of that. Bytes count from their
 * arrival until the handler has settled, because it uses them even after the caller has disconnected.
 */
export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  readonly #tenants: Holders;
  readonly #unverified: Holders;

  constructor(options: BodyBudgetOptions) {
    const { limitBytes } = options;
    this.#options = options;
    this.#tenants = new Holders({ limitBytes, limitBytesEach: limitBytes / 2 });
    this.#unverified = new Holders({ limitBytes: limitBytes / 4, limitBytesEach: limitBytes / 16 });
  }

  get heldBytes(): number {
    return this.#tenants.heldBytes + this.#unverified.heldBytes;
  }

  /** Opens the share of one request; it must be released. */
  open(tenantId: string): BodyShare {
    return this.#open(this.#tenants, tenantId);
  }

  /** Opens the share of a request whose body must be read before its sender can be verified. */
  openUnverified(address: string): UnverifiedShare {
    return this.#open(this.#unverified, networkOf(address));
  }

  #open(holders: Holders, holder: string): UnverifiedShare {
    let owner = { holders, holder };
    let received = 0;
    let held = 0;
    return {
      hold: (bytes) => {
        received += bytes;
        const more = Math.max(0, received - freeBytes) - held;
        if (more <= 0) return;
        if (this.heldBytes + more > this.#options.limitBytes) this.#refuse();
        this.#add(owner, more);
        held += more;
      },
      assignTo: (tenantId) => {
        const tenant = { holders: this.#tenants, holder: tenantId };
        this.#add(tenant, held);
        owner.holders.remove(owner.holder, held);
        owner = tenant;
      },
      release: () => {
        owner.holders.remove(owner.holder, held);
        held = 0;
      },
      watch: (request, refuse) => watchPace(request, this.#options.pace, refuse),
    };
  }

  #add({ holders, holder }: { holders: Holders; holder: string }, bytes: number): void {
    if (!holders.hasRoom(holder, bytes)) this.#refuse();
    holders.add(holder, bytes);
  }

  #refuse(): never {
    this.#options.onRefused();
    throw new HttpError('service_unavailable', { isLogged: true });
  }
}

/** Counts the bytes in memory of each holder: a tenant, or an address whose requests are not verified yet. */
class Holders {
  readonly #limits: { readonly limitBytes: number; readonly limitBytesEach: number };
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(limits: { readonly limitBytes: number; readonly limitBytesEach: number }) {
    this.#limits = limits;
  }

  get heldBytes(): number {
    return this.#held;
  }

  hasRoom(holder: string, bytes: number): boolean {
    const { limitBytes, limitBytesEach } = this.#limits;
    return this.#held + bytes <= limitBytes && (this.#heldBy.get(holder) ?? 0) + bytes <= limitBytesEach;
  }

  add(holder: string, bytes: number): void {
    this.#held += bytes;
    this.#heldBy.set(holder, (this.#heldBy.get(holder) ?? 0) + bytes);
  }

  remove(holder: string, bytes: number): void {
    this.#held -= bytes;
    const rest = (this.#heldBy.get(holder) ?? 0) - bytes;
    if (rest > 0) this.#heldBy.set(holder, rest);
    else this.#heldBy.delete(holder);
  }
}

export interface BodyShare {
  /** Counts received bytes; throws `service_unavailable` if they exceed the budget. */
  hold(bytes: number): void;
  /** Releases the share. The handler must have settled. */
  release(): void;
  /** Calls `refuse` with `request_timeout` when the body arrives too slowly. */
  watch(request: IncomingMessage, refuse: (error: Error) => void): void;
}

export interface UnverifiedShare extends BodyShare {
  /** Call it after the sender is verified. Throws `service_unavailable` if the tenant's budget is exceeded. */
  assignTo(tenantId: string): void;
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
