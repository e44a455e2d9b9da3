import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { transactTogether } from '../../sql/transact-together.js';

/**
 * Performs a step of a run, whose row the work locks first. Steps of a tenant that are due at about the same time share a
 * transaction; those of campaigns share none with others, so that no other run waits for them.
 */
export function transactStep<Result>(
  context: Context,
  runId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const kind = context.isBulk ? 'step of a bulk run' : 'step of a run';
  return transactTogether(context, { kind, recordId: runId, work });
}
