import { isDatabaseUnavailable, runInTransaction } from '@parley/database';
import type { Context } from '../context.js';
import { limitJobs, type Transaction, transact } from './transact.js';

/**
 * How long a transaction for several items waits for a lock, which another transaction can hold for long, and how long the
 * next items wait for one that is processed alone.
 */
const lockTimeoutMs = 100;

/** The result of an item for which a shared transaction has written nothing, and that needs one of its own. */
export const alone: unique symbol = Symbol('alone');

export interface ShareableWork<Item, Result> {
  /** Returns a result for each item. */
  readonly together: (
    transaction: Transaction,
    items: readonly Item[],
  ) => Promise<readonly (Result | typeof alone)[]>;
  /** Processes an item in a transaction of its own. */
  readonly alone: (item: Item) => Promise<Result>;
}

/**
 * Does the work of several items of a tenant in one transaction, at a fraction of the cost. If that fails, or waits for a lock of
 * another transaction, each item gets a transaction of its own: an item that cannot be processed never affects another one.
 * `work` returns a result for each item. The context has no idempotency key, since a key belongs to one item.
 */
export function togetherOrAlone<Item, Result>(
  context: Context,
  items: readonly Item[],
  work: (transaction: Transaction, items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<(Result | Promise<Result>)[]> {
  return shareTransaction(context, items, {
    together: work,
    async alone(item) {
      const [result] = await transact(context, (transaction) => work(transaction, [item]));
      // There is a result for each item.
      return result as Result;
    },
  });
}

/** Like `togetherOrAlone`, for work that differs if an item is processed alone. */
export async function shareTransaction<Item, Result>(
  context: Context,
  items: readonly Item[],
  work: ShareableWork<Item, Result>,
): Promise<(Result | Promise<Result>)[]> {
  const [first] = items;
  if (first === undefined) return [];
  if (items.length === 1) {
    const single = work.alone(first);
    // The next items wait for it, and share a transaction meanwhile, but not as long as it may wait for a lock. Its error
    // belongs to the item.
    await settleWithin(single, lockTimeoutMs);
    return [single];
  }
  const results = await limitJobs(context, (options) =>
    runInTransaction(context.database, (transaction) => work.together(transaction, items), {
      ...options,
      lockTimeoutMs,
    }),
  ).catch((error: unknown) => {
    // Whether it was committed may be unknown.
    if (isDatabaseUnavailable(error)) throw error;
    return items.map((): typeof alone => alone);
  });
  return results.map((result, index) => {
    // There is a result for each item.
    return result === alone ? work.alone(items[index] as Item) : result;
  });
}

/** Resolves when the work has ended, or after this time. */
function settleWithin(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
