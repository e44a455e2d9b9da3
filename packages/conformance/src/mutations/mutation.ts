import type { ParameterPlace } from '../document/operation.js';
import type { WireRequest } from '../request/encode-request.js';

export const mutationKinds = [
  'missing-required',
  'wrong-type',
  'out-of-range',
  'not-in-enum',
  'bad-format',
  'wrong-style',
  'unknown-key',
  'broken-body',
  'wrong-media-type',
  'too-large',
  'bad-utf8',
  'nul-character',
  'lone-surrogate',
  'deep-nesting',
  'prototype-key',
  'no-credentials',
  'wrong-credentials',
] as const;

export type MutationKind = (typeof mutationKinds)[number];

/** A request that is wrong in one way. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly request: WireRequest;
  /** What is wrong, as the end of a sentence after "since". */
  readonly description: string;
  /** To what the document allows the server must only respond; it must reject the rest. */
  readonly must: 'reject' | 'respond';
  /** The field that is invalid, when there is one. */
  readonly field: MutatedField | undefined;
}

export interface MutatedField {
  /** Where the parameter is; nothing for a field of the body. */
  readonly in?: ParameterPlace;
  readonly path: readonly (string | number)[];
  /** How many parts of the path a server must name at least: it may blame the union that the field is in. */
  readonly least: number;
}
