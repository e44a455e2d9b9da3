import { asObject } from '@parley/validation';
import type { Operation } from '../document/operation.js';
import type { Api } from '../document/read-api.js';
import { type CaseArbitrary, type CaseOptions, caseArbitrary } from '../generate/case-arbitrary.js';
import type { Mutation } from '../mutations/mutation.js';
import { createKnownValues } from '../pool/known-values.js';
import { listPathParameters, resourceOfName } from '../pool/resource-names.js';
import { createPool, type ValuePool } from '../pool/value-pool.js';
import type { WireRequest } from '../request/encode-request.js';
import { type ErrorListPath, findErrorListPath } from '../rules/error-list.js';
import type { Violation } from '../rules/violation.js';
import type { Wire } from '../wire/wire.js';
import type { Outcome } from '../wire/wire-response.js';
import { createPathChooser } from './choose-path.js';
import type { Settings } from './options.js';
import { createTally, type Tally } from './tally.js';

/** The state that all parts of one run share. */
export interface Run {
  readonly api: Api;
  readonly settings: Settings;
  readonly wire: Wire;
  readonly pool: ValuePool;
  /** The resources that have identifiers in the document. */
  readonly resources: ReadonlySet<string>;
  /** The known values of the server. */
  readonly known: Pick<CaseOptions, 'known' | 'choosePath'>;
  /** Returns the arbitrary of each operation, built once. */
  casesOf(operation: Operation, presence: CaseOptions['presence']): CaseArbitrary;
  readonly errorListPath: ErrorListPath | undefined;
  /** The counts by operation. */
  readonly tallies: ReadonlyMap<Operation, Tally>;
  /** The findings by operation and violation. */
  readonly found: Map<string, Found>;
  /** The operations that create records, by resource. */
  readonly creators: Map<string, Operation>;
  isOver(): boolean;
}

export interface Trial {
  readonly request: WireRequest;
  readonly outcome: Outcome;
  readonly violations: readonly Violation[];
  readonly mutation?: Mutation;
}

export interface Found {
  readonly operation: Operation;
  readonly trial: Pick<Trial, 'request' | 'mutation'>;
  readonly violation: Violation;
  readonly before?: readonly WireRequest[];
  /** The finding was not shrunk; a smaller one may replace it. */
  readonly isUnshrunk?: boolean;
}

export function createRun(api: Api, wire: Wire, settings: Settings): Run {
  const pool = createPool();
  const resources = listResources(api, settings);
  for (const [name, values] of Object.entries(settings.ids)) {
    for (const value of values) pool.add(resourceOfName(name), { value, origin: 'given' });
  }
  const known = { known: createKnownValues(pool, resources), choosePath: createPathChooser(pool) };
  const deadline = performance.now() + settings.timeBudgetMs;
  return {
    api,
    settings,
    wire,
    pool,
    resources,
    known,
    casesOf: rememberCases(known),
    errorListPath: chooseErrorListPath(api, settings),
    tallies: new Map(api.operations.map((operation) => [operation, createTally(operation)])),
    found: new Map(),
    creators: new Map(),
    isOver: () => performance.now() > deadline || wire.isGone,
  };
}

function rememberCases(known: Run['known']): Run['casesOf'] {
  const remembered = new Map<string, CaseArbitrary>();
  return (operation, presence) => {
    const key = `${presence} ${operation.method} ${operation.path}`;
    const cases = remembered.get(key) ?? caseArbitrary(operation, { ...known, presence });
    remembered.set(key, cases);
    return cases;
  };
}

/** Collects the resources of every path, including paths that are not tested, because a body may refer to them. */
function listResources({ document }: Api, { ids }: Settings): ReadonlySet<string> {
  const inPaths = Object.keys(asObject(document.root.paths)).flatMap((path) =>
    listPathParameters(path).flatMap(({ resources }) => resources),
  );
  return new Set([...inPaths, ...Object.keys(ids).map(resourceOfName)]);
}

function chooseErrorListPath({ operations }: Api, { errorListPath }: Settings): ErrorListPath | undefined {
  if (errorListPath === 'none') return undefined;
  return errorListPath === undefined ? findErrorListPath(operations) : errorListPath.split('.');
}
