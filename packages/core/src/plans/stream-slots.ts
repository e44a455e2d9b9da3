import type { Database } from '@parley/database';
import { limitReached } from './limit-reached.js';

/** Counts the open event streams of each tenant in this process. */
export class StreamSlots {
  static readonly #byPool = new WeakMap<Database['pool'], StreamSlots>();
  readonly #open = new Map<string, number>();

  static of({ pool }: Database): StreamSlots {
    const known = StreamSlots.#byPool.get(pool) ?? new StreamSlots();
    StreamSlots.#byPool.set(pool, known);
    return known;
  }

  count(tenantId: string): number {
    return this.#open.get(tenantId) ?? 0;
  }

  /** Counts a stream until the returned function is called. Throws when the tenant already has as many as it may have. */
  take(tenantId: string, limit: number): () => void {
    const open = this.count(tenantId);
    if (open >= limit) throw limitReached('eventStreams', limit);
    this.#open.set(tenantId, open + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const left = this.count(tenantId) - 1;
      if (left > 0) this.#open.set(tenantId, left);
      else this.#open.delete(tenantId);
    };
  }
}
