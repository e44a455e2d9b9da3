import type { Database } from '@parley/database';
import { DomainError } from '../domain-error.js';
import { SearchPaces, slowSearchMs } from './search-pace.js';
import { searchesAtOnce } from './searches-at-once.js';

/** The tenant that searches, and how many of its searches may run at the same time. */
interface Searcher {
  readonly tenantId: string;
  readonly limit: number;
}

interface Waiting {
  readonly limit: number;
  start(startedAtMs: number): void;
}

interface SearchSlotsOptions {
  /** The number of searches that run at the same time. */
  readonly size: number;
  /** How long a search waits for a slot. */
  readonly waitMs: number;
  /** A monotonic clock in milliseconds; the default is the clock of the process. */
  readonly nowMs?: () => number;
}

/**
 * A semaphore over the connections for searches of this process. A tenant uses at most half of them, so that another
 * tenant finds a free connection, and tenants that wait get the next free connection in turn. A tenant with slow
 * searches runs one at a time, and all such tenants together use at most half of the connections, so that the database
 * has time for others. A search that has waited too long is refused.
 */
export class SearchSlots {
  /** Searches on a replica count too, so the slots belong to the pool of the primary. */
  static readonly #byPool = new WeakMap<Database['pool'], SearchSlots>();
  readonly #options: SearchSlotsOptions;
  readonly #paces = new SearchPaces();
  readonly #nowMs: () => number;
  /** When the running searches of each tenant started, the oldest first. */
  readonly #running = new Map<string, readonly number[]>();
  /** The tenant that comes first gets the next slot that it may use. */
  readonly #waiting = new Map<string, Waiting[]>();
  #free: number;

  static of({ pool, searches: { size, timeoutMs } }: Database): SearchSlots {
    const known = SearchSlots.#byPool.get(pool) ?? new SearchSlots({ size, waitMs: timeoutMs });
    SearchSlots.#byPool.set(pool, known);
    return known;
  }

  constructor(options: SearchSlotsOptions) {
    this.#options = options;
    this.#free = options.size;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  /** The searches of a tenant that run now. */
  count(tenantId: string): number {
    return this.#running.get(tenantId)?.length ?? 0;
  }

  async run<Result>({ tenantId, limit }: Searcher, work: () => Promise<Result>): Promise<Result> {
    const most = searchesAtOnce(limit, this.#options.size);
    const isNext = !this.#waiting.has(tenantId) && this.#mayStart(tenantId, most);
    const startedAtMs = isNext ? this.#start(tenantId) : await this.#wait({ tenantId, limit: most });
    try {
      return await work();
    } finally {
      this.#end(tenantId, startedAtMs);
    }
  }

  #mayStart(tenantId: string, limit: number): boolean {
    const running = this.count(tenantId);
    if (this.#free === 0 || running >= Math.min(limit, this.#paces.atOnce(tenantId))) return false;
    return !this.#isSlow(tenantId) || (running === 0 && this.#countSlow() < this.#mostSlow);
  }

  get #mostSlow(): number {
    return Math.max(1, Math.floor(this.#options.size / 2));
  }

  #isSlow(tenantId: string): boolean {
    const nowMs = this.#nowMs();
    const [oldest = nowMs] = this.#running.get(tenantId) ?? [];
    return nowMs - oldest > slowSearchMs || this.#paces.isSlow(tenantId, nowMs);
  }

  /** The running searches of slow tenants. */
  #countSlow(): number {
    return [...this.#running].reduce(
      (sum, [tenantId, running]) => sum + (this.#isSlow(tenantId) ? running.length : 0),
      0,
    );
  }

  #start(tenantId: string): number {
    const startedAtMs = this.#nowMs();
    this.#free -= 1;
    this.#running.set(tenantId, [...(this.#running.get(tenantId) ?? []), startedAtMs]);
    return startedAtMs;
  }

  #end(tenantId: string, startedAtMs: number): void {
    this.#free += 1;
    const running = [...(this.#running.get(tenantId) ?? [])];
    running.splice(running.indexOf(startedAtMs), 1);
    if (running.length > 0) this.#running.set(tenantId, running);
    else this.#running.delete(tenantId);
    this.#paces.record(tenantId, { startedAtMs, endedAtMs: this.#nowMs() });
    // After a quick search, its tenant may run one more at a time, so two searches may be able to start.
    while (this.#startNext());
  }

  #startNext(): boolean {
    for (const [tenantId, [next, ...rest]] of this.#waiting) {
      if (next === undefined || !this.#mayStart(tenantId, next.limit)) continue;
      this.#replace(tenantId, rest);
      next.start(this.#start(tenantId));
      return true;
    }
    return false;
  }

  #wait({ tenantId, limit }: Searcher): Promise<number> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        const others = this.#waiting.get(tenantId)?.filter((one) => one !== waiting);
        // The order of the tenants does not change.
        if (others && others.length > 0) this.#waiting.set(tenantId, others);
        else this.#waiting.delete(tenantId);
        reject(tooManySearches(limit, this.#options.waitMs));
      };
      const timer = setTimeout(refuse, this.#options.waitMs).unref();
      const waiting = {
        limit,
        start: (startedAtMs: number) => {
          clearTimeout(timer);
          resolve(startedAtMs);
        },
      };
      this.#waiting.set(tenantId, [...(this.#waiting.get(tenantId) ?? []), waiting]);
    });
  }

  /** Moves the tenant to the end. */
  #replace(tenantId: string, waiting: Waiting[]): void {
    this.#waiting.delete(tenantId);
    if (waiting.length > 0) this.#waiting.set(tenantId, waiting);
  }
}

function tooManySearches(maximum: number, waitMs: number): DomainError {
  const searches = maximum === 1 ? 'one search' : `${maximum} searches`;
  return new DomainError('concurrent_searches_limit_reached', {
    limit: 'concurrentSearches',
    maximum,
    detail: `The workspace may run ${searches} at the same time, and slow searches one after another. This search has waited for ${waitMs / 1_000} seconds. Send fewer searches at once, or narrow them.`,
  });
}
