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
  const line = lines.get(pool) ?? { free: Math.max(1, Math.floor(pool.options.max / 2)), waiting: [] };
  lines.set(pool, line);
  if (line.free > 0) line.free -= 1;
  else await new Promise<void>((resolve) => line.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = line.waiting.shift();
    if (next) next();
    else line.free += 1;
  }
}

interface Line {
  free: number;
  readonly waiting: (() => void)[];
}

const lines = new WeakMap<object, Line>();
