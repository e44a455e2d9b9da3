import { DomainError } from '../../domain-error.js';

/** Every response and event with a contact contains all its labels. */
export const maxLabels = 500;

export const tooManyLabels = `A contact can have at most ${maxLabels} labels`;

/** A contact would have more labels than it can have. A label that it already has is never refused. */
export class TooManyLabelsError extends DomainError<'invalid_body_params'> {
  constructor(path = 'labels') {
    super('invalid_body_params', { invalidParams: { [path]: { key: 'too_big', message: tooManyLabels } } });
  }
}
