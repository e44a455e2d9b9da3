import { runInTransaction, type Statement } from '@parley/database';
import type { Context } from '../context.js';
import { limitBulkWork } from './limit-bulk-work.js';

/** As many rows one statement may write; ten thousand would take longer than a statement may. */
export const batchSize = 500;

/**
 * Runs a statement that writes and returns at most `batchSize` rows until it returns fewer, each time in a transaction of
 * its own. Only the first batch does not count as bulk work.
 */
export async function runInBatches(
  context: Context,
  batch: Statement<unknown>,
  values: readonly unknown[],
): Promise<void> {
  async function areMore(): Promise<boolean> {
    const rows = await runInTransaction(context.database, ({ sql }) => sql(batch, values));
    return rows.length === batchSize;
  }
  if (!(await areMore())) return;
  await limitBulkWork(context, async () => {
    while (await areMore());
  });
}
