import type { Holding } from './body-memory.js';

/** A body of a sender that is not verified, and what it holds of both memories. */
export interface UnfinishedBody {
  /** Undefined after the sender was verified. */
  readonly network: string | undefined;
  readonly first: Holding;
  readonly further: Holding;
}

interface Shortage {
  /** The memory that has no room. */
  readonly kind: 'first' | 'further';
  /** The network whose limit is reached; undefined if the limit of all networks is reached. */
  readonly network: string | undefined;
}

/** The bodies that have not arrived completely, the oldest first. */
export class UnfinishedBodies {
  readonly #bodies = new Map<UnfinishedBody, () => void>();

  add(body: UnfinishedBody, refuse: () => void): void {
    this.#bodies.set(body, refuse);
  }

  delete(body: UnfinishedBody): void {
    this.#bodies.delete(body);
  }

  /**
   * Refuses the oldest body that holds some of the memory. Returns false when no body is older than the one that needs
   * the room: a slow body must not displace a newer one whenever it grows.
   */
  refuseOldest(than: UnfinishedBody, { kind, network }: Shortage): boolean {
    for (const [body, refuse] of this.#bodies) {
      if (body === than) return false;
      if (body[kind].bytes === 0 || (network !== undefined && body.network !== network)) continue;
      this.#bodies.delete(body);
      refuse();
      return true;
    }
    return false;
  }
}
