import { DomainError, type InvalidParams } from '../../domain-error.js';
import { ValidationErrors } from '../../validation-errors.js';
import type { Unfilled } from './render-template.js';

/** The paths of the two fields for which errors are reported: the variables and the text. */
export interface UnfilledPaths {
  readonly variables: string;
  readonly text: string;
}

/** A text has placeholders without a value. It is a validation error for a caller, and it fails the step of a run. */
export class UnfilledPlaceholdersError extends DomainError<'invalid_body_params'> {
  readonly unfilled: Unfilled;

  /** `invalidParams` holds all validation errors of the request, not only the errors about placeholders. */
  constructor(unfilled: Unfilled, invalidParams: InvalidParams) {
    super('invalid_body_params', { invalidParams });
    this.unfilled = unfilled;
  }
}

export function refuseUnfilled(unfilled: Unfilled, paths: UnfilledPaths): void {
  const errors = new ValidationErrors();
  addUnfilled(unfilled, paths, errors);
  if (errors.hasAny) throw new UnfilledPlaceholdersError(unfilled, errors.invalidParams);
}

export function addUnfilled(
  { missing, malformed }: Unfilled,
  paths: UnfilledPaths,
  errors: ValidationErrors,
): void {
  for (const name of missing) errors.add(`${paths.variables}.${name}`, 'invalid_type', 'Required');
  if (malformed.length > 0) errors.add(paths.text, 'invalid_string', describeMalformed(malformed));
}

export function isUnfilled({ missing, malformed }: Unfilled): boolean {
  return missing.length > 0 || malformed.length > 0;
}

export function describeMalformed(malformed: readonly string[]): string {
  const found = malformed.map((text) => `"${text}"`).join(', ');
  return `A placeholder is a name of letters, digits, "_", "-" and "." in double braces; found ${found}`;
}

export function describeMissing(missing: readonly string[]): string {
  return `There is no value for ${missing.map((name) => `{{${name}}}`).join(', ')}`;
}
