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

/** A run that no event has started is the root of its chain. */
export function chainOf({ current }: StepScope): string {
  return current.run.chainId ?? current.run.id;
}
