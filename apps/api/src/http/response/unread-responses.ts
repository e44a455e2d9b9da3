import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

interface Unread {
  readonly tenantId: string;
  readonly bytes: number;
  /** A response that waits behind another one of its connection has no socket of its own yet. */
  readonly connection: Socket;
}

/** The responses of all connections together, of which the readers have not received everything yet. */
const maxUnreadBytes = 64 * 1_024 * 1_024;

/**
 * Smaller responses are not counted, unless they wait behind another one: one for each connection that the server accepts is no
 * more than the others may have.
 */
const smallBytes = 8 * 1_024;

/**
 * Bounds the memory of responses whose readers are slow. A response is in memory until its reader has received it, and a reader
 * can stop at any time. Beyond the maximum, the tenant with the most bytes loses its oldest response: its connection is closed, with
 * all responses that wait behind it.
 */
export class UnreadResponses {
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #maxBytes: number;
  /** The oldest first. */
  readonly #unread = new Map<ServerResponse, Unread>();
  readonly #bytesOf = new Map<string, number>();
  readonly #watched = new WeakSet<Socket>();
  #bytes = 0;

  constructor(logger: Pick<Logger, 'warn'>, maxBytes = maxUnreadBytes) {
    this.#logger = logger;
    this.#maxBytes = maxBytes;
  }

  /** Counts a response of so many bytes that was written completely, until its reader has received it or the connection is closed. */
  add(response: ServerResponse, { tenantId, bytes }: { tenantId: string; bytes: number }): void {
    const connection = response.req.socket;
    const isAllowed = bytes <= smallBytes && response.socket !== null;
    if (isAllowed || response.writableLength === 0 || connection.destroyed) return;
    this.#unread.set(response, { tenantId, bytes, connection });
    this.#count(tenantId, bytes);
    response.once('finish', () => this.#end(response));
    this.#watch(connection);
    while (this.#bytes > this.#maxBytes && this.#unread.size > 1) this.#closeOldest();
  }

  /** Only the first response of a connection is told that the connection is closed. */
  #watch(connection: Socket): void {
    if (this.#watched.has(connection)) return;
    this.#watched.add(connection);
    connection.once('close', () => this.#endAllOf(connection));
  }

  #closeOldest(): void {
    const [largest] = [...this.#bytesOf].sort(([, one], [, other]) => other - one);
    for (const { tenantId, bytes, connection } of this.#unread.values()) {
      if (tenantId !== largest?.[0]) continue;
      this.#logger.warn(
        { tenantId, bytes },
        'a response was not sent completely, because its reader is too slow',
      );
      this.#endAllOf(connection);
      connection.destroy();
      return;
    }
  }

  #endAllOf(connection: Socket): void {
    for (const [response, unread] of this.#unread) if (unread.connection === connection) this.#end(response);
  }

  #end(response: ServerResponse): void {
    const unread = this.#unread.get(response);
    if (unread === undefined) return;
    this.#unread.delete(response);
    this.#count(unread.tenantId, -unread.bytes);
  }

  #count(tenantId: string, bytes: number): void {
    this.#bytes += bytes;
    const own = (this.#bytesOf.get(tenantId) ?? 0) + bytes;
    if (own === 0) this.#bytesOf.delete(tenantId);
    else this.#bytesOf.set(tenantId, own);
  }
}
