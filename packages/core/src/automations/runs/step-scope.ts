import type { Context } from '../../context.js';
import type { LimitsOf } from '../../messages/sending/new-message.js';
import type { Transaction } from '../../sql/transact.js';
import type { CurrentStep } from './run.js';

/** What a step works with. */
export interface StepScope {
  readonly transaction: Transaction;
  readonly context: Context;
  readonly current: CurrentStep;
  /** The limits of a provider; without them an interactive message may fail when it is sent. */
  readonly limitsOf?: LimitsOf | undefined;
}
