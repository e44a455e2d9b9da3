import type { InvalidParam } from '@parley/core';

/** A body that has been read, and not yet compared with the contract. */
export interface RequestBody {
  /** For the handler. */
  readonly body: unknown;
  /** For the comparison: the same object, or, of a form, one in which texts stand for the files. */
  readonly checked: unknown;
  readonly bodyBytes: number;
  /** Faults found while the body was read. */
  readonly faults: ReadonlyMap<string, InvalidParam>;
}

const noFaults: ReadonlyMap<string, InvalidParam> = new Map();

export const noBody: RequestBody = { body: undefined, checked: undefined, bodyBytes: 0, faults: noFaults };

/** A new object each time, since the comparison fills in defaults. */
export function emptyBody(): RequestBody {
  const body = {};
  return { body, checked: body, bodyBytes: 0, faults: noFaults };
}
