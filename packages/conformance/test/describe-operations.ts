import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { compileSchema } from '@parley/validation';
import fc from 'fast-check';
import { loadDocument } from '../src/document/load-document.js';
import type { Operation } from '../src/document/operation.js';
import { readApi } from '../src/document/read-api.js';
import { caseArbitrary } from '../src/generate/case-arbitrary.js';
import { createAttemptChooser } from '../src/mutations/choose-attempt.js';
import { createMutation } from '../src/mutations/create-mutation.js';
import { type Mutation, type MutationKind, mutationKinds } from '../src/mutations/mutation.js';
import { encodeRequest, type WireRequest } from '../src/request/encode-request.js';

/** The document of a real service, read from the package that generates the types of the contract. */
const theirs = createRequire(import.meta.url).resolve('@redocly/openapi-core/package.json');
const file = join(dirname(theirs), 'src/benchmark/benches/rebilly.yaml');

interface Made {
  readonly operation: Operation;
  readonly requests: readonly WireRequest[];
  readonly mutations: readonly Mutation[];
  /** Kinds of mutation that did not change the request. */
  readonly harmless: readonly MutationKind[];
}

/** Builds requests with most of their optional parts, and several mutations of each kind; nothing is sent. */
function makeAll(operation: Operation): Made {
  const known = { known: () => undefined, choosePath: () => ({}) };
  const built = caseArbitrary(operation, { ...known, presence: 'most' });
  if ('why' in built) return { operation, requests: [], mutations: [], harmless: [] };
  const cases = fc.sample(built.arbitrary, { numRuns: 5, seed: 5 }).filter((one) => one !== undefined);
  const mutated = mutationKinds.flatMap((kind) => {
    const chooser = createAttemptChooser();
    return cases.slice(0, 3).flatMap((valid, pick) => {
      const mutation = createMutation(kind, operation, { valid, pick, chooser });
      return mutation ? [{ mutation, valid }] : [];
    });
  });
  const isHarmless = ({ mutation, valid }: (typeof mutated)[number]) =>
    isDeepStrictEqual(mutation.request, encodeRequest(operation, valid));
  return {
    operation,
    requests: cases.map((one) => encodeRequest(operation, one)).filter((one) => one !== undefined),
    mutations: mutated.map(({ mutation }) => mutation),
    harmless: mutated.filter(isHarmless).map(({ mutation }) => mutation.kind),
  };
}

const idsOf = (list: readonly Made[]) => list.map(({ operation: { id } }) => id);

/** These are always tried. */
const always = ['PostSubscription', 'PutSubscription'];

/** The tests of the requests for each operation of a real service, or for one of every `step`. */
export function describeOperations(step = 1): void {
  describe(`${step === 1 ? 'all' : `one of ${step} of all`} 355 operations of a real service`, () => {
    let made: readonly Made[];
    let count = 0;

    beforeAll(async () => {
      const { operations } = readApi(await loadDocument(file), { closed: false, bodyLimit: 1_000_000 });
      expect(operations).toHaveLength(355);
      const chosen = operations.filter(({ id }, index) => index % step === 0 || always.includes(id));
      count = chosen.length;
      made = chosen.map(makeAll);
    }, 60_000);

    it('get a valid request', () => {
      expect(idsOf(made.filter(({ requests }) => requests.length === 0))).toEqual([]);
    });

    it('get mutated requests, none of which equals the valid request', () => {
      expect(idsOf(made.filter(({ mutations }) => mutations.length === 0))).toEqual([]);
      expect(made.flatMap(({ mutations }) => mutations).length).toBeGreaterThan(count * 5);
      expect(made.flatMap(({ harmless }) => harmless)).toEqual([]);
    });

    it('get every kind of mutation, all of them together', () => {
      const kinds = new Set(made.flatMap(({ mutations }) => mutations.map(({ kind }) => kind)));
      expect(mutationKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
    });

    it('with a body get mutations of the whole body and, if its schema restricts any value, of a value in it', () => {
      const withBody = made.filter(({ operation: { body } }) => body !== undefined);
      expect(withBody.length).toBeGreaterThan(100 / step);
      const isOfBody = ({ kind }: Mutation) => kind === 'broken-body' || kind === 'wrong-media-type';
      expect(idsOf(withBody.filter(({ mutations }) => !mutations.some(isOfBody)))).toEqual([]);
      const isOfValue = ({ must, field }: Mutation) =>
        must === 'reject' && field !== undefined && field.in === undefined;
      const unchanged = withBody.filter(
        ({ operation, mutations }) => asks(operation) && !mutations.some(isOfValue),
      );
      expect(idsOf(unchanged)).toEqual([]);
      expect(idsOf(withBody.filter(({ operation }) => asks(operation)))).toEqual(
        expect.arrayContaining(always),
      );
    });
  });
}

/** A schema that allows everything cannot be violated. */
function asks({ body }: Operation): boolean {
  const anything = [null, {}, [], 1, 'text'];
  return (body?.media ?? []).some(({ schema }) =>
    anything.some((value) => !compileSchema(schema).accepts(value)),
  );
}
