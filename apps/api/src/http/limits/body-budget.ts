import type { IncomingMessage } from 'node:http';
import { HttpError } from '../response/http-error.js';
import { BodyMemory, type BodyOwner, Holding } from './body-memory.js';
import { networkOf } from './network-of.js';
import { UnfinishedBodies } from './unfinished-bodies.js';

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
  /** A small body must end within this time, and has no pace otherwise. */
  readonly smallBodyMs: number;
}

/** 16 KB per second is slower than any network that people use to send files and mails. */
export const bodyPace: BodyPace = { windowMs: 10_000, windowBytes: 160 * 1024, smallBodyMs: 30_000 };

/**
 * The first bytes of a body count against a budget of their own, which is as large, so that requests of a usual size are
 * accepted however many large bodies arrive.
 */
const firstBytes = 16 * 1024;

/** A body with at most this Content-Length is small. */
const smallBytes = 64 * 1024;

/**
 * Limits the memory for bodies. A tenant can use half of it, so that no tenant can block another. Bodies whose sender
 * is not verified yet can use a quarter of it, and those from one address a quarter of that. Bytes count from their
 * arrival until the handler has settled, because it uses them even after the caller has disconnected.
 *
 * Anyone can send unverified bodies slowly, or stop. When these have no room, the oldest unfinished body is refused instead
 * of the new one. A webhook arrives within moments, so it is not the oldest for long.
 */
export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  readonly #first: BodyMemory;
  readonly #further: BodyMemory;
  readonly #unverified = new UnfinishedBodies();

  constructor(options: BodyBudgetOptions) {
    this.#options = options;
    const { limitBytes } = options;
    const network = { limitBytes: limitBytes / 4, limitOfOne: () => limitBytes / 16 };
    const tenants = limitBytes - network.limitBytes;
    // Small bodies of a tenant leave room for those of the next tenant, and all tenants for senders not verified yet.
    this.#first = new BodyMemory({
      limitBytes,
      tenant: { limitBytes: tenants, limitOfOne: (othersBytes) => (tenants - othersBytes) / 2 },
      network,
    });
    this.#further = new BodyMemory({
      limitBytes,
      tenant: { limitBytes, limitOfOne: () => limitBytes / 2 },
      network,
    });
  }

  /** The bytes after the first of each body. */
  get heldBytes(): number {
    return this.#further.heldBytes;
  }

  /** Opens the share of one request; it must be released. */
  open(tenantId: string): BodyShare {
    return this.#open({ kind: 'tenant', id: tenantId });
  }

  /** Opens the share of a request whose body must be read before its sender can be verified. */
  openUnverified(address: string): UnverifiedShare {
    return this.#open({ kind: 'network', id: networkOf(address) });
  }

  #open(owner: BodyOwner): UnverifiedShare {
    const first = new Holding(this.#first, owner);
    const further = new Holding(this.#further, owner);
    const body = { network: owner.kind === 'network' ? owner.id : undefined, first, further };
    let received = 0;
    const release = () => {
      this.#unverified.delete(body);
      first.release();
      further.release();
    };
    const grow = (kind: 'first' | 'further', bytes: number) => {
      while (!body[kind].growTo(bytes)) {
        const network = body[kind].hasOwnRoom(bytes) ? undefined : body.network;
        if (body.network === undefined || !this.#unverified.refuseOldest(body, { kind, network }))
          return false;
      }
      return true;
    };
    return {
      hold: (bytes) => {
        received += bytes;
        const isHeld =
          grow('first', Math.min(received, firstBytes)) && grow('further', received - firstBytes);
        if (!isHeld) this.#refuse();
      },
      assignTo: (id) => {
        const tenant: BodyOwner = { kind: 'tenant', id };
        body.network = undefined;
        this.#unverified.delete(body);
        if (!first.moveTo(tenant) || !further.moveTo(tenant)) this.#refuse();
      },
      release,
      watch: (request, refuse) => {
        watchPace(request, this.#options.pace, refuse);
        if (body.network === undefined) return;
        this.#unverified.add(body, () => {
          release();
          this.#options.onRefused();
          refuse(new HttpError('service_unavailable', { isLogged: true, headers: { Connection: 'close' } }));
        });
        // A body that has arrived is verified next.
        request.once('end', () => this.#unverified.delete(body));
      },
    };
  }

  #refuse(): never {
    this.#options.onRefused();
    throw new HttpError('service_unavailable', { isLogged: true });
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

function watchPace(request: IncomingMessage, pace: BodyPace, refuse: (error: Error) => void): void {
  const { 'content-length': length = Number.POSITIVE_INFINITY } = request.headers;
  const refuseSlow = () => refuse(new HttpError('request_timeout', { headers: { Connection: 'close' } }));
  const timer = Number(length) <= smallBytes ? setTimeout(refuseSlow, pace.smallBodyMs) : watchWindows();
  timer.unref();
  const stop = () => clearTimeout(timer);
  request.once('end', stop).once('close', stop);

  function watchWindows(): NodeJS.Timeout {
    let receivedBytes = 0;
    request.on('data', ({ length: bytes }: Buffer) => {
      receivedBytes += bytes;
    });
    return setInterval(() => {
      if (receivedBytes < pace.windowBytes) {
        stop();
        refuseSlow();
      }
      receivedBytes = 0;
    }, pace.windowMs);
  }
}
