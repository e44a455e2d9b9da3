import type { Operation } from '../document/operation.js';
import { encodeRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { badFormat } from './bad-format.js';
import { badUtf8 } from './bad-utf8.js';
import { brokenBody } from './broken-body.js';
import { createAttemptChooser } from './choose-attempt.js';
import { noCredentials, wrongCredentials } from './credential-faults.js';
import { deepNesting } from './deep-nesting.js';
import { prototypeKey, unknownKey } from './extra-keys.js';
import type { Fault, FaultKind } from './fault.js';
import { loneSurrogate, nulCharacter } from './hostile-text.js';
import { listAttempts, type SpoilOptions } from './list-attempts.js';
import { missingRequired } from './missing-required.js';
import { notInEnum } from './not-in-enum.js';
import { outOfRange } from './out-of-range.js';
import { prototypeQueryKey, unknownQueryKey } from './query-keys.js';
import { type FaultInput, spoilValues } from './spoil-values.js';
import { tooLarge } from './too-large.js';
import type { SpoilRequest } from './wire-fault.js';
import { wrongMediaType } from './wrong-media-type.js';
import { wrongStyle } from './wrong-style.js';
import { wrongType } from './wrong-type.js';

/** A valid request with one fault of a kind; `undefined` when it cannot have that fault. */
export function makeFault(
  kind: FaultKind,
  operation: Operation,
  { valid, pick, chooser = createAttemptChooser() }: Omit<FaultInput, 'chooser'> & Partial<FaultInput>,
): Fault | undefined {
  const maker = makers[kind];
  if (!('spoilRequest' in maker))
    return spoilValues(operation, { valid, pick, chooser, options: { ...maker, kind } });
  const request = encodeRequest(operation, valid);
  const fault = request && maker.spoilRequest({ operation, valid, request, pick });
  return fault && { must: 'refuse', field: undefined, ...fault, kind };
}

/** In how many ways a request can have a fault of a kind, about; more requests than that find nothing new. */
export function countFaults(kind: FaultKind, operation: Operation, valid: RequestCase): number {
  const maker = makers[kind];
  if (!('spoilRequest' in maker)) return listAttempts(operation, valid, { ...maker, kind }).length;
  return makeFault(kind, operation, { valid, pick: 0 }) ? maker.ways : 0;
}

type Maker = Omit<SpoilOptions, 'kind'> | { readonly spoilRequest: SpoilRequest; readonly ways: number };

const makers: Readonly<Record<FaultKind, Maker>> = {
  'missing-required': { spoil: missingRequired },
  'wrong-type': { spoil: wrongType },
  'out-of-range': { spoil: outOfRange },
  'not-in-enum': { spoil: notInEnum },
  'bad-format': { spoil: badFormat },
  'wrong-style': { spoilQuery: wrongStyle },
  'unknown-key': { spoil: unknownKey, spoilQuery: unknownQueryKey },
  'nul-character': { spoil: nulCharacter, isHostile: true },
  'lone-surrogate': { spoil: loneSurrogate, isHostile: true },
  'prototype-key': { spoil: prototypeKey, spoilQuery: prototypeQueryKey, isHostile: true },
  'broken-body': { spoilRequest: brokenBody, ways: 7 },
  'wrong-media-type': { spoilRequest: wrongMediaType, ways: 4 },
  'too-large': { spoilRequest: tooLarge, ways: 1 },
  'bad-utf8': { spoilRequest: badUtf8, ways: 4 },
  'deep-nesting': { spoilRequest: deepNesting, ways: 6 },
  'no-credentials': { spoilRequest: noCredentials, ways: 1 },
  'wrong-credentials': { spoilRequest: wrongCredentials, ways: 4 },
};
