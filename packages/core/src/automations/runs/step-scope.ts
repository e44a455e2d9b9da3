import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import type { CurrentStep } from './run.js';

/** What a step works with. */
export interface StepScope {
  readonly transaction: Transaction;
  readonly context: Context;
  readonly current: CurrentStep;
}
