import { runInTransaction, type Statement } from '@parley/database';
import type { Context } from '../context.js';
import { limitBulkWork } from './limit-bulk-work.js';

/**
 * Runs a statement that writes and returns at most as many rows as its last parameter says, until it returns fewer, each
 * time in its own transaction. All batches after the first count as bulk work.
 */
export async function runInBatches(
  context: Context,
  batch: Statement<unknown>,
  values: readonly unknown[],
): Promise<void> {
  const { deletionBatch } = context.sizes;
  async function areMore(): Promise<boolean> {
    const rows = await runInTransaction(context.database, ({ sql }) =>
      sql(batch, [...values, deletionBatch]),
    );
    return rows.length === deletionBatch;
  }
  if (!(await areMore())) return;
  await limitBulkWork(context, async () => {
    while (await areMore());
  });
}
