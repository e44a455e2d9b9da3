import { checkTimeZone } from '../../time-zones/time-zone.js';
import type { ValidationErrors } from '../../validation-errors.js';
import type { BranchCondition, BranchOperator } from './steps.js';

/** Adds the errors of the conditions of a branch. */
export function checkConditions(
  conditions: readonly BranchCondition[],
  path: string,
  errors: ValidationErrors,
): void {
  for (const [index, condition] of conditions.entries()) {
    checkCondition(condition, `${path}.conditions.${index}`, errors);
  }
}

const ofTime: readonly BranchOperator[] = ['is_within', 'is_not_within'];
const withoutValue: readonly BranchOperator[] = ['is_set', 'is_not_set', ...ofTime];

function checkCondition(condition: BranchCondition, path: string, errors: ValidationErrors): void {
  const { field, operator, value, workingHours } = condition;
  if (ofTime.includes(operator) !== (field === 'time')) {
    const message = `"is_within" and "is_not_within" are the operators of "time", and of no other field`;
    errors.add(`${path}.operator`, 'invalid_enum_value', message);
    return;
  }
  if (value === undefined && !withoutValue.includes(operator))
    errors.add(`${path}.value`, 'invalid_type', 'Required');
  if (field !== 'time') {
    if (workingHours)
      errors.add(`${path}.workingHours`, 'unrecognized_keys', 'Only allowed with the field "time"');
    return;
  }
  if (workingHours === undefined) errors.add(`${path}.workingHours`, 'invalid_type', 'Required');
  else checkHours(workingHours, `${path}.workingHours`, errors);
}

function checkHours(
  { timeZone, hours }: NonNullable<BranchCondition['workingHours']>,
  path: string,
  errors: ValidationErrors,
): void {
  checkTimeZone(timeZone, `${path}.timeZone`, errors);
  for (const [index, { from, to }] of hours.entries()) {
    if (to <= from) errors.add(`${path}.hours.${index}.to`, 'too_small', 'Must be later than "from"');
  }
}
