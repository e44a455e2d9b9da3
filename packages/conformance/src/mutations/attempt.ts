import type { Operation } from '../document/operation.js';
import type { RequestCase } from '../request/request-case.js';
import type { Mutation } from './mutation.js';

/** A possible mutation of a request; `mutate` applies it. */
export interface Attempt {
  /** A stable name of the mutation, independent of the rest of the request. */
  readonly name: string;
  /** The subject of the mutation; several mutations can share it. It never equals a name. */
  readonly place: string;
  readonly mutate: () => Mutated | undefined;
}

export interface Mutated extends Pick<Mutation, 'must' | 'field' | 'description'> {
  readonly case: RequestCase;
  /** Pairs to add to the query. */
  readonly addedQuery?: readonly (readonly [name: string, value: string])[];
}

export type ListAttempts = (operation: Operation, valid: RequestCase) => readonly Attempt[];
