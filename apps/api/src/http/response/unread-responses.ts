import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';

interface Unread {
  readonly tenantId: string;
  readonly bytes: number;
}

/** The responses of all connections together, of which the readers have not received everything yet. */
const maxUnreadBytes = 64 * 1_024 * 1_024;

/** Smaller responses are not counted: one for each connection that the server accepts is no more than the others may have. */
const smallBytes = 8 * 1_024;

/**
 * Bounds the memory of responses whose readers are slow. A response is in memory until its reader has received it, and a reader
 * can stop at any time. Beyond the maximum, the tenant with the most bytes loses its oldest response: its connection is closed.
 */
export class UnreadResponses {
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #maxBytes: number;
  /** The oldest first. */
  readonly #unread = new Map<ServerResponse, Unread>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  constructor(logger: Pick<Logger, 'warn'>, maxBytes = maxUnreadBytes) {
    this.#logger = logger;
    this.#maxBytes = maxBytes;
  }

  /** Counts a response that was written completely, until its reader has received it or the connection is closed. */
  add(response: ServerResponse, tenantId: string): void {
    const bytes = response.writableLength;
    if (bytes <= smallBytes || response.writableFinished || response.destroyed) return;
    this.#unread.set(response, { tenantId, bytes });
    this.#count(tenantId, bytes);
    const end = () => this.#end(response);
    response.once('finish', end).once('close', end);
    while (this.#bytes > this.#maxBytes && this.#unread.size > 1) this.#closeOldest();
  }

  #closeOldest(): void {
    const [largest] = [...this.#bytesOf].sort(([, one], [, other]) => other - one);
    for (const [response, { tenantId, bytes }] of this.#unread) {
      if (tenantId !== largest?.[0]) continue;
      this.#logger.warn(
        { tenantId, bytes },
        'a response was not sent completely, because its reader is too slow',
      );
      this.#end(response);
      response.destroy();
      return;
    }
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
