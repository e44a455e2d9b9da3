import type { Context } from '../context.js';

/**
 * Runs work that holds a connection for long. Half of the connections at most do such work at a time, first come first
 * served, so that one tenant's lists do not keep everybody else's requests waiting. Work that turns out to be small does
 * not wait in that line.
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
