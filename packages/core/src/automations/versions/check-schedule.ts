import { contacts } from '../../contacts/contact-record.js';
import type { Context } from '../../context.js';
import { checkRecurrenceRule } from '../../recurrence/check-recurrence-rule.js';
import { planRules } from '../../recurrence/compute-rules.js';
import type { OccurrencePlan } from '../../recurrence/find-next-occurrence.js';
import { checkCondition } from '../../search/check-condition.js';
import type { Transaction } from '../../sql/transact.js';
import { findWorkspaceZone } from '../../time-zones/find-workspace-zone.js';
import { invalidTimeZone, isTimeZone } from '../../time-zones/time-zone.js';
import type { ValidationErrors } from '../../validation-errors.js';
import { type NewTrigger, pathOf } from './check-trigger.js';

interface ScheduleToCheck {
  readonly trigger: NewTrigger;
  /** What `findRuleProblem` has found. */
  readonly ruleProblem: string | undefined;
  readonly errors: ValidationErrors;
}

/** Adds the errors of the trigger `schedule`: its rule, its zone and its audience. */
export async function checkSchedule(
  transaction: Transaction,
  { tenantId }: Context,
  { trigger, ruleProblem, errors }: ScheduleToCheck,
): Promise<void> {
  const { rule, timeZone, audienceQuery, segmentId } = trigger;
  if (!rule || !timeZone) errors.add('trigger.schedule', 'invalid_type', 'Required');
  else {
    const isKnownZone = timeZone === 'workspace' || isTimeZone(timeZone);
    if (!isKnownZone) errors.add(pathOf('timeZone'), 'invalid_string', invalidTimeZone);
    if (ruleProblem !== undefined) errors.add(pathOf('rule'), 'invalid_string', ruleProblem);
  }
  if (!audienceQuery && !segmentId) errors.add('trigger.audience', 'invalid_type', 'Required');
  if (!audienceQuery) return;
  const found = await checkCondition({ tenantId, database: transaction }, contacts, audienceQuery);
  for (const { key, message } of Object.values(found)) errors.add(pathOf('audienceQuery'), key, message);
}

/** Returns the problem of the rule of a trigger. A rule may take a while, so call this outside a transaction. */
export async function findRuleProblem(
  context: Context,
  trigger: NewTrigger | undefined,
): Promise<string | undefined> {
  if (trigger?.type !== 'schedule' || !trigger.rule) return undefined;
  const { rule, timeZone } = trigger;
  const problem = checkRecurrenceRule(rule);
  if (problem !== undefined) return problem;
  const isNamed = timeZone && timeZone !== 'workspace';
  const zone = isNamed ? timeZone : await findWorkspaceZone(context);
  if (!isTimeZone(zone)) return undefined;
  const now = context.now();
  const recurrence = { rules: [rule], startsAt: now, isStartChosen: false, timeZone: zone };
  return problemOfPlan(await planRules(recurrence, { tenantId: context.tenantId, now }));
}

export function problemOfPlan(plan: OccurrencePlan | undefined): string | undefined {
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
