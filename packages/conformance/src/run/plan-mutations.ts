import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '../document/operation.js';
import { countMutations, createMutation } from '../mutations/create-mutation.js';
import { type MutationKind, mutationKinds } from '../mutations/mutation.js';
import type { RequestCase } from '../request/request-case.js';

export interface MutationPlan {
  readonly kind: MutationKind;
  /** The number of requests with this mutation. */
  readonly runs: number;
}

/** Lists the kinds of mutation that apply to an operation, and how often to try each. */
export function planMutations(
  operation: Operation,
  arbitrary: Arbitrary<RequestCase | undefined>,
  { budget, seed }: { budget: number; seed: number },
): MutationPlan[] {
  const samples = fc.sample(arbitrary, { numRuns: 5, seed }).filter((sample) => sample !== undefined);
  const counted = mutationKinds.map((kind) => ({ kind, ways: countWays(kind, operation, samples) }));
  const possible = counted.filter(({ ways }) => ways > 0);
  const sum = possible.reduce((total, { kind }) => total + weights[kind], 0);
  return possible.map(({ kind, ways }) => {
    const share = Math.round((budget * 0.75 * weights[kind]) / Math.max(sum, 1));
    return { kind, runs: Math.max(1, Math.min(share, ways * triesOfEach)) };
  });
}

/** The same mutation is repeated, because it applies to other values each time. */
const triesOfEach = 2;

function countWays(kind: MutationKind, operation: Operation, samples: readonly RequestCase[]): number {
  const isPossible = samples.some(
    (valid, pick) => createMutation(kind, operation, { valid, pick }) !== undefined,
  );
  return isPossible ? Math.max(...samples.map((valid) => countMutations(kind, operation, valid))) : 0;
}

/** Values can be mutated at many sites; credentials can be removed only once. */
const weights: Readonly<Record<MutationKind, number>> = {
  'missing-required': 3,
  'wrong-type': 4,
  'out-of-range': 4,
  'not-in-enum': 2,
  'bad-format': 3,
  'wrong-style': 2,
  'unknown-key': 2,
  'broken-body': 2,
  'wrong-media-type': 1,
  'too-large': 0,
  'bad-utf8': 1,
  'nul-character': 2,
  'lone-surrogate': 2,
  'deep-nesting': 1,
  'prototype-key': 2,
  'no-credentials': 0,
  'wrong-credentials': 0,
};
