import type { InvalidParam } from '@parley/core';

/** A body that has been read and not yet validated. */
export interface RequestBody {
  /** For the handler. */
  readonly body: unknown;
  /** For validation: the same object, or for a form one that has texts in place of the files. */
  readonly checked: unknown;
  readonly bodyBytes: number;
  /** Validation errors found while the body was read. */
  readonly errors: ReadonlyMap<string, InvalidParam>;
}

const noErrors: ReadonlyMap<string, InvalidParam> = new Map();

export const noBody: RequestBody = { body: undefined, checked: undefined, bodyBytes: 0, errors: noErrors };

/** A new object each time, since validation fills in defaults. */
export function emptyBody(): RequestBody {
  const body = {};
  return { body, checked: body, bodyBytes: 0, errors: noErrors };
}
