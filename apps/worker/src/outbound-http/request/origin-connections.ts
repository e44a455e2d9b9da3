import { Client, type Dispatcher } from 'undici';

export interface OriginConnectionsOptions {
  readonly clientOptions: Client.Options;
  readonly maxConnections: number;
  /** An older connection is not reused, so that changes in DNS are noticed. */
  readonly maxAgeMs: number;
  readonly now: () => number;
  readonly onEmpty: () => void;
}

/** A connection that is acquired for one request; it must be released or destroyed afterwards. */
export interface Connection {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  release(): void;
  destroy(): void;
}

export interface ConnectionRequest {
  /** Whether the request still waits; one that has ended meanwhile is skipped. */
  readonly isWaiting: boolean;
  /** Called without a connection when the pool is destroyed. */
  onConnection(connection: Connection | undefined): void;
}

/**
 * The pool of keep-alive connections to one origin, each for one request at a time. We do not use undici's pool: after
 * an aborted request it opens a connection that nobody needs, and its `clientTtl` can leave requests waiting.
 */
export class OriginConnections {
  readonly #origin: string;
  readonly #options: OriginConnectionsOptions;
  // When each client was connected; undefined before that and after its end.
  readonly #open = new Map<Client, number | undefined>();
  readonly #idle: Client[] = [];
  readonly #waiting: ConnectionRequest[] = [];
  #isClosing = false;

  constructor(origin: string, options: OriginConnectionsOptions) {
    this.#origin = origin;
    this.#options = options;
  }

  acquireFor(request: ConnectionRequest): void {
    const client = this.#acquireIdle() ?? this.#connect();
    if (client) request.onConnection(this.#wrap(client));
    else this.#waiting.push(request);
  }

  /** Closes each connection when the requests in flight and those that wait have ended. */
  close(): void {
    this.#isClosing = true;
    for (const client of this.#idle.splice(0)) this.#remove(client, 'close');
  }

  destroy(): void {
    for (const request of this.#waiting.splice(0)) request.onConnection(undefined);
    for (const client of [...this.#open.keys()]) this.#remove(client, 'destroy');
  }

  #acquireIdle(): Client | undefined {
    for (let client = this.#idle.pop(); client; client = this.#idle.pop()) {
      if (this.#isFresh(client)) return client;
      this.#remove(client, 'close');
    }
    return undefined;
  }

  #connect(): Client | undefined {
    if (this.#open.size >= this.#options.maxConnections) return undefined;
    const client = new Client(this.#origin, this.#options.clientOptions);
    this.#open.set(client, undefined);
    client.on('connect', () => this.#open.has(client) && this.#open.set(client, this.#options.now()));
    client.on('disconnect', () => this.#onDisconnect(client));
    return client;
  }

  #onDisconnect(client: Client): void {
    const index = this.#idle.indexOf(client);
    if (index >= 0) {
      this.#idle.splice(index, 1);
      this.#remove(client, 'destroy');
    } else if (this.#open.has(client)) {
      this.#open.set(client, undefined);
    }
  }

  #wrap(client: Client): Connection {
    return {
      dispatch: (options, handler) => client.dispatch(options, handler),
      release: () => this.#returnToPool(client),
      destroy: () => this.#remove(client, 'destroy'),
    };
  }

  #returnToPool(client: Client): void {
    if (!this.#isFresh(client)) {
      this.#remove(client, 'close');
      return;
    }
    const next = this.#nextWaiting();
    if (next) next.onConnection(this.#wrap(client));
    else if (this.#isClosing) this.#remove(client, 'close');
    else this.#idle.push(client);
  }

  #isFresh(client: Client): boolean {
    const connectedAtMs = this.#open.get(client);
    return connectedAtMs !== undefined && this.#options.now() - connectedAtMs <= this.#options.maxAgeMs;
  }

  #remove(client: Client, how: 'close' | 'destroy'): void {
    if (!this.#open.delete(client)) return;
    void client[how]();
    const next = this.#nextWaiting();
    if (next) this.acquireFor(next);
    else if (this.#open.size === 0) this.#options.onEmpty();
  }

  #nextWaiting(): ConnectionRequest | undefined {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.isWaiting) return next;
    }
    return undefined;
  }
}
