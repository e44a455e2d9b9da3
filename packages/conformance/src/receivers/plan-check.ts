import type { CheckName } from './checks.js';
import type { Plan, PlanContext } from './plan.js';
import { planAccepted } from './plan-accepted.js';
import { planRefused } from './plan-refused.js';
import { planRepeated } from './plan-repeated.js';

/** Plans a check just before it runs, so that its timestamps are fresh. */
export function planCheck(name: CheckName, context: PlanContext): Plan {
  const plan = planAccepted(name, context) ?? planRepeated(name, context) ?? planRefused(name, context);
  if (plan === undefined) throw new Error(`The check ${name} sends nothing.`);
  return plan.length === 0 ? 'no event of the document allows this change' : plan;
}
