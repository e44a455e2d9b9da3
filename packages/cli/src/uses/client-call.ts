import type ts from 'typescript';
import { type Origin, unknown } from './origin.js';

/** An operation that a call performs. */
export interface CalledOperation {
  readonly version: string;
  /** The `operationId`; `*` if the path of the call is a parameter, so that it can be any operation. */
  readonly operation: string;
  /** The path template of the operation; empty if it is unknown. */
  readonly path: string;
}

/** An argument of a call that is a part of the request. */
export interface Given {
  readonly node: ts.Expression;
  /**
   * `path.chatId` or `body`; empty for an argument with all parts, `{ params: { path, query }, body }`, and `*` if the
   * part is unknown.
   */
  readonly path: string;
  /** The only properties of the argument that are sent; the default is all. */
  readonly names?: readonly string[];
}

export interface ClientCall {
  /**
   * `GET(…)` returns the data, `raw.GET(…)` a result with the data in it, `search(…)` iterates over the data, and
   * `streamEvents(…)` over events.
   */
  readonly kind: 'data' | 'raw' | 'search' | 'stream';
  readonly operations: readonly CalledOperation[];
  readonly given: readonly Given[];
}

/** The origins of what a call returns. */
export function originsOf({ kind, operations }: ClientCall): Origin[] {
  // The type of an event says which it is.
  if (kind === 'stream') return [];
  return operations.map(({ version, operation: user }): Origin => {
    if (user === '*') return unknown;
    return kind === 'data' ? { kind: 'response', version, user, path: 'data' } : { kind, version, user };
  });
}
