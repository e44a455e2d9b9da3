import type { Operation } from '../document/operation.js';
import { encodeRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { badFormat } from './bad-format.js';
import { badUtf8 } from './bad-utf8.js';
import { brokenBody } from './broken-body.js';
import { createAttemptChooser } from './choose-attempt.js';
import { noCredentials, wrongCredentials } from './credentials.js';
import { deepNesting } from './deep-nesting.js';
import { prototypeKey, unknownKey } from './extra-keys.js';
import { loneSurrogate, nulCharacter } from './hostile-text.js';
import { listAttempts, type MutationOptions } from './list-attempts.js';
import { missingRequired } from './missing-required.js';
import type { MutateRequest } from './mutate-request.js';
import { mutateValues, type ValueMutationInput } from './mutate-values.js';
import type { Mutation, MutationKind } from './mutation.js';
import { notInEnum } from './not-in-enum.js';
import { outOfRange } from './out-of-range.js';
import { prototypeQueryKey, unknownQueryKey } from './query-keys.js';
import { tooLarge } from './too-large.js';
import { wrongMediaType } from './wrong-media-type.js';
import { wrongStyle } from './wrong-style.js';
import { wrongType } from './wrong-type.js';

/** Creates a valid request with one mutation of a kind; `undefined` when the request has no site for it. */
export function createMutation(
  kind: MutationKind,
  operation: Operation,
  {
    valid,
    pick,
    chooser = createAttemptChooser(),
  }: Omit<ValueMutationInput, 'chooser'> & Partial<ValueMutationInput>,
): Mutation | undefined {
  const maker = makers[kind];
  if (!('mutateRequest' in maker))
    return mutateValues(operation, { valid, pick, chooser, options: { ...maker, kind } });
  const request = encodeRequest(operation, valid);
  const mutation = request && maker.mutateRequest({ operation, valid, request, pick });
  return mutation && { must: 'reject', field: undefined, ...mutation, kind };
}

/** Returns the approximate number of mutations of a kind; more requests than that find nothing new. */
export function countMutations(kind: MutationKind, operation: Operation, valid: RequestCase): number {
  const maker = makers[kind];
  if (!('mutateRequest' in maker)) return listAttempts(operation, valid, { ...maker, kind }).length;
  return createMutation(kind, operation, { valid, pick: 0 }) ? maker.ways : 0;
}

type Maker = Omit<MutationOptions, 'kind'> | { readonly mutateRequest: MutateRequest; readonly ways: number };

const makers: Readonly<Record<MutationKind, Maker>> = {
  'missing-required': { mutate: missingRequired },
  'wrong-type': { mutate: wrongType },
  'out-of-range': { mutate: outOfRange },
  'not-in-enum': { mutate: notInEnum },
  'bad-format': { mutate: badFormat },
  'wrong-style': { mutateQuery: wrongStyle },
  'unknown-key': { mutate: unknownKey, mutateQuery: unknownQueryKey },
  'nul-character': { mutate: nulCharacter, isHostile: true },
  'lone-surrogate': { mutate: loneSurrogate, isHostile: true },
  'prototype-key': { mutate: prototypeKey, mutateQuery: prototypeQueryKey, isHostile: true },
  'broken-body': { mutateRequest: brokenBody, ways: 7 },
  'wrong-media-type': { mutateRequest: wrongMediaType, ways: 4 },
  'too-large': { mutateRequest: tooLarge, ways: 1 },
  'bad-utf8': { mutateRequest: badUtf8, ways: 4 },
  'deep-nesting': { mutateRequest: deepNesting, ways: 6 },
  'no-credentials': { mutateRequest: noCredentials, ways: 1 },
  'wrong-credentials': { mutateRequest: wrongCredentials, ways: 4 },
};
