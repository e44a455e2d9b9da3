import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { compileSchema } from '@parley/validation';
import fc from 'fast-check';
import { loadDocument } from '../src/document/load-document.js';
import type { Operation } from '../src/document/operation.js';
import { type Api, readApi } from '../src/document/read-api.js';
import { createAttemptChooser } from '../src/faults/choose-attempt.js';
import { type Fault, type FaultKind, faultKinds } from '../src/faults/fault.js';
import { makeFault } from '../src/faults/make-fault.js';
import { caseArbitrary } from '../src/generate/case-arbitrary.js';
import { encodeRequest, type WireRequest } from '../src/request/encode-request.js';

/** A real service, of the package that reads documents for the types of the contract; nothing of it is copied here. */
const theirs = createRequire(import.meta.url).resolve('@redocly/openapi-core/package.json');
const file = join(dirname(theirs), 'src/benchmark/benches/rebilly.yaml');

interface Made {
  readonly operation: Operation;
  readonly requests: readonly WireRequest[];
  readonly faults: readonly Fault[];
  /** Kinds of fault that left the request as it was. */
  readonly harmless: readonly FaultKind[];
}

let api: Api;
let made: readonly Made[];

beforeAll(async () => {
  api = readApi(await loadDocument(file), { closed: false, bodyLimit: 1_000_000 });
  made = api.operations.map(makeAll);
}, 60_000);

/** Requests with most of what they can hold, and each fault in several ways; nothing is sent. */
function makeAll(operation: Operation): Made {
  const known = { known: () => undefined, choosePath: () => ({}) };
  const built = caseArbitrary(operation, { ...known, presence: 'most' });
  if ('why' in built) return { operation, requests: [], faults: [], harmless: [] };
  const cases = fc.sample(built.arbitrary, { numRuns: 5, seed: 5 }).filter((one) => one !== undefined);
  const spoilt = faultKinds.flatMap((kind) => {
    const chooser = createAttemptChooser();
    return cases.slice(0, 3).flatMap((valid, pick) => {
      const fault = makeFault(kind, operation, { valid, pick, chooser });
      return fault ? [{ fault, valid }] : [];
    });
  });
  const isHarmless = ({ fault, valid }: (typeof spoilt)[number]) =>
    isDeepStrictEqual(fault.request, encodeRequest(operation, valid));
  return {
    operation,
    requests: cases.map((one) => encodeRequest(operation, one)).filter((one) => one !== undefined),
    faults: spoilt.map(({ fault }) => fault),
    harmless: spoilt.filter(isHarmless).map(({ fault }) => fault.kind),
  };
}

const idsOf = (list: readonly Made[]) => list.map(({ operation: { id } }) => id);

describe('all the 355 operations of a real service', () => {
  it('get a valid request', () => {
    expect(made).toHaveLength(355);
    expect(idsOf(made.filter(({ requests }) => requests.length === 0))).toEqual([]);
  });

  it('get requests with a fault, none of which is the valid request it was made from', () => {
    expect(idsOf(made.filter(({ faults }) => faults.length === 0))).toEqual([]);
    expect(made.flatMap(({ faults }) => faults).length).toBeGreaterThan(355 * 5);
    expect(made.flatMap(({ harmless }) => harmless)).toEqual([]);
  });

  it('get every kind of fault that there is, one or another of them', () => {
    const kinds = new Set(made.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
    expect(faultKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('with a body get it spoilt as a whole, and in one of its values where its schema asks for something', () => {
    const withBody = made.filter(({ operation: { body } }) => body !== undefined);
    expect(withBody.length).toBeGreaterThan(100);
    const isOfBody = ({ kind }: Fault) => kind === 'broken-body' || kind === 'wrong-media-type';
    expect(idsOf(withBody.filter(({ faults }) => !faults.some(isOfBody)))).toEqual([]);
    const isOfValue = ({ must, field }: Fault) =>
      must === 'refuse' && field !== undefined && field.in === undefined;
    const unspoilt = withBody.filter(({ operation, faults }) => asks(operation) && !faults.some(isOfValue));
    expect(idsOf(unspoilt)).toEqual([]);
    expect(idsOf(withBody.filter(({ operation }) => asks(operation)))).toEqual(
      expect.arrayContaining(['PostSubscription', 'PutSubscription']),
    );
  });
});

/** A schema that lets anything in cannot be broken. */
function asks({ body }: Operation): boolean {
  const anything = [null, {}, [], 1, 'text'];
  return (body?.media ?? []).some(({ schema }) =>
    anything.some((value) => !compileSchema(schema).accepts(value)),
  );
}
