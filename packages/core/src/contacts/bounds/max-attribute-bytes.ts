import { DomainError } from '../../domain-error.js';

/**
 * The maximum of all attribute values of a contact together, in UTF-8. Every response and event with a contact contains all
 * its values.
 */
export const maxAttributeBytes = 64 * 1_024;

export const tooManyAttributeBytes = `The attribute values of a contact can have at most ${maxAttributeBytes} bytes together`;

/**
 * Whether a change of the values is refused. Values that are above the maximum, because they are older than it, can be replaced
 * by shorter ones.
 */
export function exceedsAttributeBytes({ before, after }: { before: number; after: number }): boolean {
  return after > maxAttributeBytes && after > before;
}

/** The attribute values of a contact would be longer than they can be. */
export class TooManyAttributeBytesError extends DomainError<'invalid_body_params'> {
  constructor(path = 'attributes') {
    super('invalid_body_params', {
      invalidParams: { [path]: { key: 'too_big', message: tooManyAttributeBytes } },
    });
  }
}
