import type { Ajv } from 'ajv';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { BadRequest } from 'express-openapi-validator/dist/framework/types.js';
import type { CompiledRequests, Extent, ValidateParts } from '../contract/compiled-requests.js';
import type { Operation, VersionContract } from '../contract/operation.js';
import type { ValidationError } from './map-validation-errors.js';
import { createDocumentValidator, type DocumentValidator, jsonContent } from './request-validator.js';

/** The parts of a request that the contract describes. Defaults of the schema are filled into the body. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

/** Returns the validation errors of a request; the list is empty if the request matches the contract. */
export type FindErrors = (parts: RequestParts) => readonly ValidationError[];

/** One check for each operation, by operation id. */
export type FindErrorsOf = (operation: Operation) => FindErrors;

/** Loads the checks of a version. Apps in one process share them. */
export async function loadErrorFinders(version: VersionContract, extent: Extent): Promise<FindErrorsOf> {
  const compiled = await version.loadRequestChecks(extent);
  const known = version.allowsUnknownQuery ? lenient : strict;
  const finders = known.get(compiled) ?? createErrorFinders(version, compiled, extent);
  known.set(compiled, finders);
  return finders;
}

const strict = new WeakMap<CompiledRequests, FindErrorsOf>();
const lenient = new WeakMap<CompiledRequests, FindErrorsOf>();

/**
 * Only one middleware of express-openapi-validator runs for each request: the one that validates parameters and body.
 * The router has already found the operation, and the build has compiled its schemas. See ADR 0017 for measurements.
 */
function createErrorFinders(
  { allowsUnknownQuery }: VersionContract,
  compiled: CompiledRequests,
  extent: Extent,
): FindErrorsOf {
  const validator = createDocumentValidator(noDocument, {
    allErrors: extent === 'all errors',
    allowsUnknownQuery,
  });
  const finders = new Map<string, FindErrors>();
  return (operation) => {
    const { operationId } = operation;
    const find = finders.get(operationId) ?? createErrorFinder(validator, compiled, operation);
    finders.set(operationId, find);
    return find;
  };
}

/** The compiled checks contain everything that they need of the document. */
const noDocument = { openapi: '3.1.0', paths: {}, components: {} };

function createErrorFinder(
  validator: DocumentValidator,
  compiled: CompiledRequests,
  { operationId, method, path }: Operation,
): FindErrors {
  const request = compiled[operationId];
  if (!request) throw new Error(`The requests of ${operationId} cannot be validated: build the API again.`);
  const { parameters } = request;
  const functions = request.create(validator.ajv.formats);
  addFunction(validator.ajv, operationId, functions.parameters);
  addFunction(validator.ajvBody, operationId, functions.body);
  const schema = { parameters };
  const check = validator.buildMiddleware(path, schema, jsonContent, operationId);
  return (parts) =>
    run(check, {
      method: method.toUpperCase(),
      originalUrl: path,
      path,
      headers: parts.headers,
      query: parts.query,
      params: parts.params,
      body: parts.body,
      openapi: { expressRoute: path, schema, pathParams: parts.params },
    });
}

/** Ajv has no method that adds a compiled function. It returns the function of the entry that it finds under a key. */
function addFunction({ schemas }: Ajv, key: string, validate: ValidateParts): void {
  Object.assign(schemas, { [key]: { validate } });
}

function run(middleware: RequestHandler, view: object): readonly ValidationError[] {
  let outcome: unknown = new Error('The validator did not finish.');
  const next: NextFunction = (error?: unknown) => {
    outcome = error;
  };
  try {
    // The view has every part of a request that this middleware reads, and it does not use the response.
    middleware(view as unknown as Request, {} as Response, next);
  } catch (error) {
    outcome = error;
  }
  if (outcome === undefined) return [];
  if (outcome instanceof BadRequest) return outcome.errors;
  throw outcome;
}
