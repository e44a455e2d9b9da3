import type { ParameterLocation } from '../document/operation.js';
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

/** A request that is invalid in one way. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly request: WireRequest;
  /** What is wrong, as the end of a sentence that begins with "since". */
  readonly description: string;
  /** Whether the server must reject the request, or must only respond because the document allows it. */
  readonly must: 'reject' | 'respond';
  /** The field that is invalid, when there is one. */
  readonly field: MutatedField | undefined;
}

export interface MutatedField {
  /** The location of the parameter; absent for a field of the body. */
  readonly in?: ParameterLocation;
  readonly path: readonly (string | number)[];
  /** The minimum number of path segments that a server must name; it may name the union that contains the field. */
  readonly least: number;
}
