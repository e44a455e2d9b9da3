import type { Operation } from '../document/operation.js';
import type { RequestCase } from '../request/request-case.js';
import type { Fault } from './fault.js';

/** A way to spoil a request, which is only gone when it is taken. */
export interface Attempt {
  /** The same for the same way, whatever else is in the request. */
  readonly name: string;
  /** What it spoils; there may be several ways to. Never the name of a way. */
  readonly place: string;
  readonly spoil: () => Spoilt | undefined;
}

export interface Spoilt extends Pick<Fault, 'must' | 'field' | 'description'> {
  readonly case: RequestCase;
  /** Pairs to add to the query. */
  readonly addedQuery?: readonly (readonly [name: string, value: string])[];
}

export type ListAttempts = (operation: Operation, valid: RequestCase) => readonly Attempt[];
