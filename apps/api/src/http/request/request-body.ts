import type { InvalidParam } from '@parley/core';

/** A body that has been read and not yet validated. */
export interface RequestBody {
  /** The body that the handler receives. */
  readonly body: unknown;
  /** The body that is validated: the same object, except that a form has texts in place of the files. */
  readonly checked: unknown;
  readonly bodyBytes: number;
  /** Validation errors found while the body was read. */
  readonly errors: ReadonlyMap<string, InvalidParam>;
  /** Whether the body can contain text that PostgreSQL cannot store. */
  readonly mayBeUnstorable: boolean;
}

export const noErrors: ReadonlyMap<string, InvalidParam> = new Map();

const ofNothing = { bodyBytes: 0, errors: noErrors, mayBeUnstorable: false };

export const noBody: RequestBody = { body: undefined, checked: undefined, ...ofNothing };

/** Returns a new object each time, since validation fills in defaults. */
export function emptyBody(): RequestBody {
  const body = {};
  return { body, checked: body, ...ofNothing };
}
