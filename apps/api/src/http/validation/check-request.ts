import { DomainError, type InvalidParam, type InvalidParams } from '@parley/core';
import type { VersionContract } from '../contract/operation.js';
import { largeBodyBytes } from '../large-bodies/large-body-bytes.js';
import { findUnstorableText } from './find-unstorable-text.js';
import {
  locateErrors,
  mapValidationErrors,
  maxErrors,
  type ValidationError,
} from './map-validation-errors.js';
import { pickValidFields } from './pick-valid-fields.js';
import { takeBeginning } from './take-beginning.js';
import { loadErrorFinders, type RequestParts } from './validate-request.js';

export interface CheckedRequest extends RequestParts {
  readonly bodyBytes: number;
  /** Validation errors found while the body was read. */
  readonly bodyErrors: ReadonlyMap<string, InvalidParam>;
  /** Whether the body can contain text that PostgreSQL cannot store. */
  readonly mayBeUnstorable: boolean;
  /** Finds errors that the schema does not cover, in a body from which the invalid fields were removed. */
  readonly findMore?: ((body: unknown) => Promise<InvalidParams>) | undefined;
}

/** Throws `invalid_body_params` with all validation errors of the request at once. */
export type CheckRequest = (request: CheckedRequest) => Promise<void>;

/**
 * Creates one check for each operation of a version, by operation id. The checks of a deprecated version are loaded at
 * its first request, since there may never be one. The checks of large bodies are loaded at the first large body.
 */
export async function createRequestChecks(
  version: VersionContract,
): Promise<ReadonlyMap<string, CheckRequest>> {
  const loadAll = loadOnce(() => loadErrorFinders(version, 'all errors'));
  const loadFirst = loadOnce(() => loadErrorFinders(version, 'first error'));
  if (!version.lifetime) await loadAll();
  return new Map(
    version.operations.map((operation) => {
      const findAll: FindErrors = async (request) => (await loadAll())(operation)(request);
      const findFirst: FindErrors = async (request) => (await loadFirst())(operation)(request);
      return [operation.operationId, (request) => checkRequest(request, findFirst, findAll)];
    }),
  );
}

type FindErrors = (request: RequestParts) => Promise<readonly ValidationError[]>;

function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      // The next request tries again.
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
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
  if (found.params.size === 0 && found.bodyErrors.size === 0) return;
  const more = await findMore(request, found);
  // Text that cannot be stored must be corrected first, so its error takes precedence.
  const errors = [...new Map([...found.params, ...found.bodyErrors, ...more])].slice(0, maxErrors);
  throw new DomainError('invalid_body_params', { invalidParams: Object.fromEntries(errors) });
}

/** The errors of a request, and the body that they were found in. */
interface Found {
  readonly params: ReadonlyMap<string, InvalidParam>;
  readonly errors: readonly ValidationError[];
  /** The errors of the body and of its texts that do not come from the schema. */
  readonly bodyErrors: ReadonlyMap<string, InvalidParam>;
  readonly body: unknown;
}

async function findInBody(request: CheckedRequest, findAll: FindErrors): Promise<Found> {
  const errors = await findAll(request);
  const bodyErrors = await findBodyErrors(request);
  return { params: mapValidationErrors(errors, request), errors, bodyErrors, body: request.body };
}

/**
 * The first error is enough to refuse the request; further errors are searched for only at the beginning of the body.
 * With an error in every item, the validator could collect millions of errors.
 */
async function findInLargeBody(
  request: CheckedRequest,
  findFirst: FindErrors,
  findAll: FindErrors,
): Promise<Found> {
  const params = mapValidationErrors(await findFirst(request), request);
  const isValid = params.size === 0;
  const bodyErrors = isValid ? await findBodyErrors(request) : request.bodyErrors;
  if (isValid && bodyErrors.size === 0) return { params, errors: [], bodyErrors, body: undefined };
  const found = await findInBody({ ...request, bodyErrors, body: takeBeginning(request.body) }, findAll);
  return { ...found, params: new Map([...params, ...found.params]) };
}

async function findBodyErrors({
  body,
  bodyErrors,
  mayBeUnstorable,
}: CheckedRequest): Promise<ReadonlyMap<string, InvalidParam>> {
  return mayBeUnstorable ? new Map([...bodyErrors, ...(await findUnstorableText(body))]) : bodyErrors;
}

/** The filter language limits the length of an expression, and its parser reports the position where it is exceeded. */
const expressions = ['query', 'sortBy'];

/**
 * Collects errors that the schema does not cover. If a parameter has both kinds of errors, the error of the schema
 * takes precedence, since its value was removed before the second check. The exception is an expression that is too
 * long, which is not removed.
 */
async function findMore(
  request: CheckedRequest,
  { params, errors, bodyErrors, body }: Found,
): Promise<[name: string, param: InvalidParam][]> {
  if (!request.findMore || typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const parts = { ...request, body };
  const more = await request.findMore(pickValidFields(body, locateErrors(errors, parts)));
  const isUnreported = (name: string) =>
    !params.has(name) || (expressions.includes(name) && params.get(name)?.key === 'too_big');
  return Object.entries(more).filter(([name]) => isUnreported(name) && !bodyErrors.has(name));
}
