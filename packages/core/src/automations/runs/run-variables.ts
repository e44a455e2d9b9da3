import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { StepFailure } from '../versions/step-failure.js';
import type { LeasedRun } from './run.js';

export type RunVariables = Readonly<Record<string, string>>;

const maxVariables = 100;
const maxCharacters = 4_096;

/** Stores the variables that a step sets, and returns all variables of the run. */
export function setVariables(
  { send }: Transaction,
  { tenantId, now }: Context,
  { run, variables }: { run: LeasedRun; variables: RunVariables | undefined },
): RunVariables {
  if (variables === undefined || Object.keys(variables).length === 0) return run.variables;
  const all = { ...run.variables, ...variables };
  checkSize(all, variables);
  send(store, [tenantId, now(), run.id, JSON.stringify(all)]);
  return all;
}

/** The sizes that the contract allows for the variables of a trigger. */
function checkSize(all: RunVariables, changed: RunVariables): void {
  if (Object.keys(all).length > maxVariables) {
    throw new StepFailure(
      'variable_limit_reached',
      `The run would have more than ${maxVariables} variables.`,
    );
  }
  const long = Object.entries(changed).find(([, value]) => [...value].length > maxCharacters);
  if (long !== undefined) {
    const message = `The value of the variable "${long[0]}" has more than ${maxCharacters} characters.`;
    throw new StepFailure('variable_limit_reached', message);
  }
}

const store = statement(
  'set-automation-run-variables',
  `update automation_runs set variables = $4::jsonb, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
