import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { transactTogether } from '../../sql/transact-together.js';
import type { AutomationStep } from '../versions/steps.js';

/**
 * Leases a run or performs a step that can share a transaction; the work locks the row of the run first. Steps of a tenant that
 * are due at about the same time share a transaction; those of campaigns share none with others, so that no other run waits for
 * them.
 */
export function transactStep<Result>(
  context: Context,
  runId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const kind = context.isBulk ? 'step of a bulk run' : 'step of a run';
  return transactTogether(context, { kind, recordId: runId, work });
}

/**
 * Whether the step can share a transaction with others. Row locks separate transactions only: a step that reads a contact, a chat or
 * a team and then changes it, such as an assignment to the least busy member, needs one of its own.
 */
export function canShare({ type }: AutomationStep): boolean {
  return shared.has(type);
}

const shared: ReadonlySet<AutomationStep['type']> = new Set([
  'send_message',
  'send_template',
  'condition',
  'branch',
  'set_variable',
  'stop',
]);
