import type { ParameterPlace } from '../document/operation.js';
import type { WireRequest } from '../request/encode-request.js';

export const faultKinds = [
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

export type FaultKind = (typeof faultKinds)[number];

/** A request that is wrong in one way. */
export interface Fault {
  readonly kind: FaultKind;
  readonly request: WireRequest;
  /** What is wrong, to follow «since». */
  readonly description: string;
  /** What the document allows must only be answered; the rest must be refused. */
  readonly must: 'refuse' | 'answer';
  /** The field at fault, when there is one. */
  readonly field: FaultyField | undefined;
}

export interface FaultyField {
  /** Where the parameter is; nothing for a field of the body. */
  readonly in?: ParameterPlace;
  readonly path: readonly (string | number)[];
  /** How many parts of the path a server must name at least: it may blame the union that the field is in. */
  readonly least: number;
}
