import { contacts } from '../../contacts/contact-record.js';
import type { Context } from '../../context.js';
import { checkRecurrenceRule } from '../../recurrence/check-recurrence-rule.js';
import { planRules } from '../../recurrence/compute-rules.js';
import { checkCondition } from '../../search/check-condition.js';
import type { Transaction } from '../../sql/transact.js';
import { invalidTimeZone, isTimeZone } from '../../time-zones/time-zone.js';
import type { ValidationErrors } from '../../validation-errors.js';
import { type NewTrigger, pathOf } from './check-trigger.js';

interface ScheduleToCheck {
  readonly trigger: NewTrigger;
  readonly errors: ValidationErrors;
}

/** Adds the errors of the trigger `schedule`: its rule, its zone and its audience. */
export async function checkSchedule(
  transaction: Transaction,
  { tenantId, now }: Context,
  { trigger, errors }: ScheduleToCheck,
): Promise<void> {
  const { rule, timeZone, audienceQuery, segmentId } = trigger;
  if (!rule || !timeZone) errors.add('trigger.schedule', 'invalid_type', 'Required');
  else {
    const isKnownZone = timeZone === 'workspace' || isTimeZone(timeZone);
    if (!isKnownZone) errors.add(pathOf('timeZone'), 'invalid_string', invalidTimeZone);
    const problem = checkRecurrenceRule(rule) ?? (await findWorkProblem(rule, now()));
    if (problem !== undefined) errors.add(pathOf('rule'), 'invalid_string', problem);
  }
  if (!audienceQuery && !segmentId) errors.add('trigger.audience', 'invalid_type', 'Required');
  if (!audienceQuery) return;
  const found = await checkCondition({ tenantId, database: transaction }, contacts, audienceQuery);
  for (const { key, message } of Object.values(found)) errors.add(pathOf('audienceQuery'), key, message);
}

/** The zone moves the times of a rule, and changes neither their number nor the work to find them. */
async function findWorkProblem(rule: string, now: Date): Promise<string | undefined> {
  const plan = await planRules({ rules: [rule], startsAt: now, isStartChosen: false }, now);
  if (plan === undefined)
    return 'The rule takes too much work to compute. Use fewer BY parts or a smaller COUNT';
  return plan.firstOccurrenceAt === null ? 'The rule has no occurrence from now on' : undefined;
}

/** Returns the scopes for the audience of a trigger: the runs tell which contacts an expression finds. */
export function scopesOfAudience(
  trigger: Pick<NewTrigger, 'audienceQuery' | 'segmentId'> | undefined,
): readonly string[] {
  if (!trigger?.audienceQuery && !trigger?.segmentId) return [];
  return ['contacts:read', ...(trigger.segmentId ? ['segments:read'] : [])];
}
