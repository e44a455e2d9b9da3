import type { Operation } from '../document/operation.js';
import type { RequestCase } from '../request/request-case.js';
import type { Mutation } from './mutation.js';

/** A way to mutate a request; nothing is changed before `mutate` is called. */
export interface Attempt {
  /** The same for the same way, whatever else is in the request. */
  readonly name: string;
  /** What it changes; there may be several ways to. Never the name of a way. */
  readonly place: string;
  readonly mutate: () => Mutated | undefined;
}

export interface Mutated extends Pick<Mutation, 'must' | 'field' | 'description'> {
  readonly case: RequestCase;
  /** Pairs to add to the query. */
  readonly addedQuery?: readonly (readonly [name: string, value: string])[];
}

export type ListAttempts = (operation: Operation, valid: RequestCase) => readonly Attempt[];
