import type { AutomationStep, BranchCondition } from '../../src/index.js';
import { send } from './prepare-run.js';

interface Lists {
  readonly yes?: readonly AutomationStep[];
  readonly no?: readonly AutomationStep[];
}

export function branch(
  conditions: readonly BranchCondition[],
  { yes = [send('yes')], no }: Lists = {},
): AutomationStep {
  // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
  return { type: 'branch', conditions, then: yes, ...(no && { else: no }) };
}

export const set = (name: string, value: string): AutomationStep => ({ type: 'set_variable', name, value });
export const always: BranchCondition = { field: 'contact.isSubscribed', operator: 'is_set' };
export const never: BranchCondition = { field: 'contact.isSubscribed', operator: 'is_not_set' };

/** Branches in branches: the messages 1 to 4 are sent, at the positions 1, 4, 5 and 7. */
export const nested = [
  branch([always], {
    yes: [send('1'), branch([never], { yes: [send('never')], no: [send('2')] }), send('3')],
    no: [send('never')],
  }),
  send('4'),
];
