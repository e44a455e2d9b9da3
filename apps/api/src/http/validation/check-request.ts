import { DomainError, type InvalidParam, type InvalidParams } from '@parley/core';
import type { Operation, VersionContract } from '../contract/operation.js';
import {
  locateErrors,
  mapValidationErrors,
  maxErrors,
  type ValidationError,
} from './map-validation-errors.js';
import { pickValidFields } from './pick-valid-fields.js';
import {
  createErrorFinders,
  type ErrorFinders,
  type FindErrors,
  type RequestParts,
  sharedErrorFinders,
} from './validate-request.js';

export interface CheckedRequest extends RequestParts {
  readonly bodyBytes: number;
  /** Validation errors found while the body was read. */
  readonly bodyErrors: ReadonlyMap<string, InvalidParam>;
  /** Finds errors beyond the schema, in a body from which the invalid fields were removed. */
  readonly findMore?: ((body: unknown) => Promise<InvalidParams>) | undefined;
}

/** Throws `invalid_body_params` with all validation errors of the request at once. */
export type CheckRequest = (request: CheckedRequest) => Promise<void>;

/** Above this size a body with an error in every item would make the validator hold millions of them. */
const largeBodyBytes = 64 * 1024;
const keptItems = 100;

/**
 * When the schemas are compiled. The validator of a version takes half a second to prepare, and each operation some 20 ms
 * more. `when_used` prepares the validator at the first request of its version and compiles an operation at its first.
 */
export type Compilation = 'at_start' | 'when_used';

/** It has a content type, because without one the validator refuses it where a body is expected and compiles nothing. */
const emptyRequest = { params: {}, query: {}, headers: { 'content-type': 'application/json' }, body: {} };

/** One check for each operation of a version, by its id. */
export async function createRequestChecks(
  version: VersionContract,
  compilation: Compilation,
): Promise<ReadonlyMap<string, CheckRequest>> {
  const checks = new Map<string, CheckRequest>();
  for (const operation of version.operations) {
    const findAll: FindErrors = (request) => findWith(sharedErrorFinders(version), operation, request);
    if (compilation === 'at_start') await findAll(emptyRequest);
    const findFirst = findFirstWhenUsed(version, operation);
    checks.set(operation.operationId, (request) => checkRequest(request, findFirst, findAll));
  }
  return checks;
}

/** Few operations ever get a large body, and a second validator for each would slow down every start. */
function findFirstWhenUsed(version: VersionContract, operation: Operation): FindErrors {
  const { document } = version;
  const { path } = operation;
  let finders: ErrorFinders | undefined;
  return (request) => {
    const paths = { [path]: document.paths[path] ?? {} };
    finders ??= createErrorFinders(
      { ...version, operations: [operation], document: { ...document, paths } },
      false,
    );
    return findWith(finders, operation, request);
  };
}

function findWith(finders: ErrorFinders, { operationId }: Operation, request: RequestParts) {
  const find = finders.get(operationId);
  if (!find) throw new Error(`The requests of ${operationId} cannot be validated.`);
  return find(request);
}

async function checkRequest(
  request: CheckedRequest,
  findFirst: FindErrors,
  findAll: FindErrors,
): Promise<void> {
  const found =
    request.bodyBytes <= largeBodyBytes
      ? await findInBody(request, findAll)
      : await findInLargeBody(request, findFirst, findAll);
  if (found.params.size === 0 && request.bodyErrors.size === 0) return;
  const more = await findMore(request, found);
  // Text that cannot be stored has to be corrected first, so that its error wins.
  const errors = [...new Map([...found.params, ...request.bodyErrors, ...more])].slice(0, maxErrors);
  throw new DomainError('invalid_body_params', { invalidParams: Object.fromEntries(errors) });
}

/** The errors of the schema, and the body that they were found in. */
interface Found {
  readonly params: ReadonlyMap<string, InvalidParam>;
  readonly errors: readonly ValidationError[];
  readonly body: unknown;
}

async function findInBody(request: RequestParts, findAll: FindErrors): Promise<Found> {
  const errors = await findAll(request);
  return { params: mapValidationErrors(errors, request), errors, body: request.body };
}

/** The first error decides; others are searched for in the first items of each list only. */
async function findInLargeBody(
  request: CheckedRequest,
  findFirst: FindErrors,
  findAll: FindErrors,
): Promise<Found> {
  const first = mapValidationErrors(await findFirst(request), request);
  if (first.size === 0 && request.bodyErrors.size === 0)
    return { params: first, errors: [], body: undefined };
  const beginning = { ...request, body: cutLists(request.body) };
  const found = await findInBody(beginning, findAll);
  return { ...found, params: new Map([...first, ...found.params]) };
}

/** The filter language limits the length of an expression, and its parser reports where the limit is exceeded. */
const expressions = ['query', 'sortBy'];

/**
 * Errors beyond the schema. Of two errors of one parameter the schema's wins, since the value had been removed before the
 * second check. Only an expression that is too long had not.
 */
async function findMore(
  request: CheckedRequest,
  { params, errors, body }: Found,
): Promise<[name: string, param: InvalidParam][]> {
  if (!request.findMore || typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const parts = { ...request, body };
  const more = await request.findMore(pickValidFields(body, locateErrors(errors, parts)));
  const isUnreported = (name: string) =>
    !params.has(name) || (expressions.includes(name) && params.get(name)?.key === 'too_big');
  return Object.entries(more).filter(([name]) => isUnreported(name) && !request.bodyErrors.has(name));
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
