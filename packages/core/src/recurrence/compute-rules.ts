import {
  findNextOccurrence,
  type OccurrencePlan,
  planOccurrences,
  type Recurrence,
} from './find-next-occurrence.js';
import { RuleThread } from './rule-thread.js';
import { RuleTooExpensiveError } from './rule-work.js';

/** Most rules take less work, which is done on the event loop in about a millisecond. */
const inlineWork = 100_000;

const thread = new RuleThread();

/** Whose rules are computed, since tenants take turns in the thread, and from which time on. */
export interface RuleTime {
  readonly tenantId: string;
  readonly now: Date;
}

/**
 * Like `planOccurrences`, but expensive rules are computed in a thread. They take up to 120 ms until the code is
 * optimized.
 */
export async function planRules(
  recurrence: Recurrence,
  { tenantId, now }: RuleTime,
): Promise<OccurrencePlan | undefined> {
  const plan = planOccurrences(recurrence, now, inlineWork);
  if (plan !== undefined) return plan;
  return (await thread.ask(tenantId, { kind: 'plan', recurrence, at: now })).plan;
}

/** Like `findNextOccurrence`, but expensive rules are computed in a thread. */
export async function findNextOfRules(
  recurrence: Recurrence,
  { tenantId, now: after }: RuleTime,
): Promise<Date | null> {
  try {
    return findNextOccurrence(recurrence, after, inlineWork);
  } catch (error) {
    if (!(error instanceof RuleTooExpensiveError)) throw error;
    return (await thread.ask(tenantId, { kind: 'next', recurrence, at: after })).nextOccurrenceAt ?? null;
  }
}
