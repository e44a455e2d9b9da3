import type { Context } from '../context.js';

/**
 * Runs work that holds a connection for long. Such work uses at most half of the connections at a time, in the order of
 * arrival, so that the lists of one tenant do not delay the requests of others. Small work does not wait.
 */
export async function limitBulkWork<Result>(
  { database: { pool } }: Context,
  work: () => Promise<Result>,
  isBulk = true,
): Promise<Result> {
  if (!isBulk) return work();
  const semaphore = semaphores.get(pool) ?? {
    free: Math.max(1, Math.floor(pool.options.max / 2)),
    waiting: [],
  };
  semaphores.set(pool, semaphore);
  if (semaphore.free > 0) semaphore.free -= 1;
  else await new Promise<void>((resolve) => semaphore.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = semaphore.waiting.shift();
    if (next) next();
    else semaphore.free += 1;
  }
}

interface Semaphore {
  free: number;
  readonly waiting: (() => void)[];
}

const semaphores = new WeakMap<object, Semaphore>();
