import { runInTransaction, type Statement } from '@parley/database';
import type { Context } from '../context.js';
import { limitBulkWork } from './limit-bulk-work.js';

/** The maximum number of rows that one statement writes; ten thousand would exceed the statement timeout. */
export const batchSize = 500;

/**
 * Runs a statement that writes and returns at most `batchSize` rows until it returns fewer, each time in its own
 * transaction. All batches after the first count as bulk work.
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
