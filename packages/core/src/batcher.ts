/** Collects single items and processes them in batches. */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Resolves when no item waits and no batch runs. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions {
  /** A function decides for each batch. */
  readonly maxSize: number | (() => number);
  /**
   * How long the first item of a batch waits for others; a full batch does not wait. By default no item waits for a
   * timer: batches grow with the load, because items that arrive while a batch runs form the next batch. A function decides
   * for each batch; 0 is no wait.
   */
  readonly gatherMs?: number | (() => number);
  /** The number of items for which a batch waits no longer; the default is that of a full batch. */
  readonly gatherSize?: number;
  /**
   * How long items that arrived during a batch wait for as many again as the batch had: its callers often send their next
   * item at once. Without it, callers that send one item after another form two groups that never meet, so that batches
   * have half of their size. A single caller never waits.
   */
  readonly rejoinMs?: number;
}

/** For each item, `run` returns a result or a promise of one, in the order of the items. */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
  { maxSize, gatherMs = 0, gatherSize = Number.POSITIVE_INFINITY, rejoinMs }: BatcherOptions,
): Batcher<Item, Result> {
  const currentMaxSize = typeof maxSize === 'number' ? () => maxSize : maxSize;
  const waiting: Waiting<Item, Result>[] = [];
  let working: Promise<void> | undefined;
  let gathering: { readonly size: number; stop(): void } | undefined;

  async function work(): Promise<void> {
    // Items that are added in the same tick of the event loop share a batch.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const forMs = typeof gatherMs === 'number' ? gatherMs : gatherMs();
      if (forMs > 0) await gather(gatherSize, forMs);
      const batch = waiting.splice(0, currentMaxSize());
      const arrived = await runBatch(batch);
      if (rejoinMs !== undefined && arrived > 0) await gather(arrived + batch.length, rejoinMs);
    }
    working = undefined;
  }

  /** Waits until this many items wait, or a batch is full, but no longer than this time. */
  async function gather(count: number, forMs: number): Promise<void> {
    const size = Math.min(count, currentMaxSize());
    if (waiting.length >= size) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, forMs);
      gathering = {
        size,
        stop() {
          clearTimeout(timer);
          resolve();
        },
      };
    });
    gathering = undefined;
  }

  /** Returns the number of items that arrived meanwhile, without the next items of its own callers. */
  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<number> {
    try {
      const results = await run(batch.map(({ item }) => item));
      const arrived = waiting.length;
      for (const [index, { resolve }] of batch.entries()) {
        // There is a result for each item.
        resolve(results[index] as Result | Promise<Result>);
      }
      return arrived;
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return 0;
    }
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (gathering && waiting.length >= gathering.size) gathering.stop();
        working ??= work();
      });
    },
    async idle() {
      await working;
    },
  };
}

/** Keeps a batcher for each key, so that items of one key never wait for items of another. */
export function createKeyedBatcher<Item, Result>(
  run: (key: string, items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
  options: BatcherOptions,
): (key: string, item: Item) => Promise<Result> {
  const busy = new Map<string, Batcher<Item, Result>>();
  return (key, item) => {
    const known = busy.get(key);
    if (known) return known.add(item);
    const batcher = createBatcher((items: readonly Item[]) => run(key, items), options);
    busy.set(key, batcher);
    const result = batcher.add(item);
    void batcher.idle().then(() => busy.delete(key));
    return result;
  };
}
