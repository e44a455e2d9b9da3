import type { Database } from '@parley/database';
import { DomainError } from '../domain-error.js';
import { searchesAtOnce } from '../plans/searches-at-once.js';

/** The tenant that searches, and how many of its searches may run at the same time. */
interface Searcher {
  readonly tenantId: string;
  readonly limit: number;
}

interface Waiting {
  readonly limit: number;
  start(): void;
}

interface SearchSlotsOptions {
  /** The number of searches that run at the same time. */
  readonly size: number;
  /** How long a search waits for a slot. */
  readonly waitMs: number;
}

/**
 * A semaphore over the connections for searches of this process. A tenant uses at most half of them, so that another
 * tenant finds a free connection, and tenants that wait get the next free connection in turn. A search that has waited
 * too long is refused.
 */
export class SearchSlots {
  static readonly #byDatabase = new WeakMap<Database, SearchSlots>();
  readonly #options: SearchSlotsOptions;
  readonly #running = new Map<string, number>();
  /** The tenant that comes first gets the next slot that it may use. */
  readonly #waiting = new Map<string, Waiting[]>();
  #free: number;

  static of(database: Database): SearchSlots {
    const { size, timeoutMs } = database.searches;
    const known = SearchSlots.#byDatabase.get(database) ?? new SearchSlots({ size, waitMs: timeoutMs });
    SearchSlots.#byDatabase.set(database, known);
    return known;
  }

  constructor(options: SearchSlotsOptions) {
    this.#options = options;
    this.#free = options.size;
  }

  async run<Result>({ tenantId, limit }: Searcher, work: () => Promise<Result>): Promise<Result> {
    const most = searchesAtOnce(limit, this.#options.size);
    if (this.#waiting.has(tenantId) || !this.#mayStart(tenantId, most)) {
      await this.#wait({ tenantId, limit: most });
    } else {
      this.#start(tenantId);
    }
    try {
      return await work();
    } finally {
      this.#end(tenantId);
    }
  }

  #mayStart(tenantId: string, limit: number): boolean {
    return this.#free > 0 && (this.#running.get(tenantId) ?? 0) < limit;
  }

  #start(tenantId: string): void {
    this.#free -= 1;
    this.#running.set(tenantId, (this.#running.get(tenantId) ?? 0) + 1);
  }

  #end(tenantId: string): void {
    this.#free += 1;
    const running = (this.#running.get(tenantId) ?? 0) - 1;
    if (running > 0) this.#running.set(tenantId, running);
    else this.#running.delete(tenantId);
    this.#startNext();
  }

  #startNext(): void {
    for (const [tenantId, [next, ...rest]] of this.#waiting) {
      if (next === undefined || !this.#mayStart(tenantId, next.limit)) continue;
      this.#replace(tenantId, rest);
      this.#start(tenantId);
      next.start();
      return;
    }
  }

  #wait({ tenantId, limit }: Searcher): Promise<void> {
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
        start: () => {
          clearTimeout(timer);
          resolve();
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
    detail: `The workspace may run ${searches} at the same time. This one has waited for ${waitMs / 1_000} seconds. Send fewer at once, or narrow them.`,
  });
}
