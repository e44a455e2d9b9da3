import { DomainError, type InvalidParam, type InvalidParams } from '@parley/core';
import type { Operation, VersionContract } from '../contract/operation.js';
import {
  mapValidationErrors,
  maxFaults,
  placeErrors,
  type ValidationFault,
} from './map-validation-errors.js';
import { pickValidFields } from './pick-valid-fields.js';
import {
  createFaultFinders,
  type FaultFinders,
  type FindFaults,
  type RequestParts,
} from './validate-request.js';

export interface CheckedRequest extends RequestParts {
  readonly bodyBytes: number;
  /** Faults found while the body was read. */
  readonly faults: ReadonlyMap<string, InvalidParam>;
  /** Finds what is wrong beyond the schema, in a body from which the schema's errors were taken out. */
  readonly findMore?: ((body: unknown) => Promise<InvalidParams>) | undefined;
}

/** Throws `invalid_body_params` with all faults of the request at once. */
export type CheckRequest = (request: CheckedRequest) => Promise<void>;

/** Above this size a body with a fault in every item would make the validator hold millions of them. */
const largeBodyBytes = 64 * 1024;
const keptItems = 100;

/**
 * When the schemas are compiled. The validator of a version takes half a second to prepare, and each operation some 20 ms
 * more; `when_used` does the one with the first request of the version, the other with the first of the operation.
 */
export type Compilation = 'at_start' | 'when_used';

/** With a content type: without one the validator refuses it, where there should be a body, rather than check it. */
const emptyRequest = { params: {}, query: {}, headers: { 'content-type': 'application/json' }, body: {} };

/** One check for each operation of a version, by its id. */
export async function createRequestChecks(
  version: VersionContract,
  compilation: Compilation,
): Promise<ReadonlyMap<string, CheckRequest>> {
  let finders: FaultFinders | undefined;
  const checks = new Map<string, CheckRequest>();
  for (const operation of version.operations) {
    const findAll: FindFaults = (request) => {
      finders ??= createFaultFinders(version, true);
      return findWith(finders, operation, request);
    };
    if (compilation === 'at_start') await findAll(emptyRequest);
    const findFirst = findFirstWhenUsed(version, operation);
    checks.set(operation.operationId, (request) => checkRequest(request, findFirst, findAll));
  }
  return checks;
}

/** Few operations ever get a large body, and a second validator for each would make every start slower. */
function findFirstWhenUsed(version: VersionContract, operation: Operation): FindFaults {
  const { document } = version;
  const { path } = operation;
  let finders: FaultFinders | undefined;
  return (request) => {
    const paths = { [path]: document.paths[path] ?? {} };
    finders ??= createFaultFinders(
      { ...version, operations: [operation], document: { ...document, paths } },
      false,
    );
    return findWith(finders, operation, request);
  };
}

function findWith(finders: FaultFinders, { operationId }: Operation, request: RequestParts) {
  const find = finders.get(operationId);
  if (!find) throw new Error(`The requests of ${operationId} cannot be checked.`);
  return find(request);
}

async function checkRequest(
  request: CheckedRequest,
  findFirst: FindFaults,
  findAll: FindFaults,
): Promise<void> {
  const found =
    request.bodyBytes <= largeBodyBytes
      ? await findInBody(request, findAll)
      : await findInLargeBody(request, findFirst, findAll);
  if (found.params.size === 0 && request.faults.size === 0) return;
  const more = await findMore(request, found);
  // Text that cannot be kept is the first thing to mend, whatever else is wrong with it.
  const faults = [...new Map([...found.params, ...request.faults, ...more])].slice(0, maxFaults);
  throw new DomainError('invalid_body_params', { invalidParams: Object.fromEntries(faults) });
}

/** What the schema found, and the body it was found in. */
interface Found {
  readonly params: ReadonlyMap<string, InvalidParam>;
  readonly errors: readonly ValidationFault[];
  readonly body: unknown;
}

async function findInBody(request: RequestParts, findAll: FindFaults): Promise<Found> {
  const errors = await findAll(request);
  return { params: mapValidationErrors(errors, request), errors, body: request.body };
}

/** The first fault decides; the others are looked for in the beginning of each list. */
async function findInLargeBody(
  request: CheckedRequest,
  findFirst: FindFaults,
  findAll: FindFaults,
): Promise<Found> {
  const first = mapValidationErrors(await findFirst(request), request);
  if (first.size === 0 && request.faults.size === 0) return { params: first, errors: [], body: undefined };
  const beginning = { ...request, body: cutLists(request.body) };
  const found = await findInBody(beginning, findAll);
  return { ...found, params: new Map([...first, ...found.params]) };
}

/** The language of expressions limits their length, and its parser says where the limit is passed. */
const expressions = ['query', 'sortBy'];

/**
 * What is wrong beyond the schema. Of two errors of one parameter the schema's counts, since the value was not there to be
 * checked; only an expression that is too long was.
 */
async function findMore(
  request: CheckedRequest,
  { params, errors, body }: Found,
): Promise<[name: string, param: InvalidParam][]> {
  if (!request.findMore || typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const parts = { ...request, body };
  const more = await request.findMore(pickValidFields(body, placeErrors(errors, parts)));
  const isOpen = (name: string) =>
    !params.has(name) || (expressions.includes(name) && params.get(name)?.key === 'too_big');
  return Object.entries(more).filter(([name]) => isOpen(name) && !request.faults.has(name));
}

function cutLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, keptItems).map(cutLists);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 10 * keptItems)
      .map(([key, item]) => [key, cutLists(item)]),
  );
}
