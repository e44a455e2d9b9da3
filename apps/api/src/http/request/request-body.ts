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
}

const noErrors: ReadonlyMap<string, InvalidParam> = new Map();

export const noBody: RequestBody = { body: undefined, checked: undefined, bodyBytes: 0, errors: noErrors };

/** Returns a new object each time, since validation fills in defaults. */
export function emptyBody(): RequestBody {
  const body = {};
  return { body, checked: body, bodyBytes: 0, errors: noErrors };
}
