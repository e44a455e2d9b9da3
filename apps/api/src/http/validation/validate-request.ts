import type { NextFunction, Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { OpenApiDocument, Operation, VersionContract } from '../contract/operation.js';
import { formats } from './formats.js';
import type { ValidationError } from './map-validation-errors.js';
import { pickRequests } from './request-document.js';

/** The parts of a request that the contract describes. Defaults of the schema are filled into the body. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

/** Returns the validation errors of a request; the list is empty if the request matches the contract. */
export type FindErrors = (parts: RequestParts) => Promise<readonly ValidationError[]>;

/** One validator for each operation, by operation id. */
export type ErrorFinders = ReadonlyMap<string, FindErrors>;

/** Apps in one process share the prepared validator of a document, since preparing it takes half a second. */
export function sharedErrorFinders(version: VersionContract): ErrorFinders {
  const known = version.allowsUnknownQuery ? lenient : strict;
  const finders = known.get(version.document) ?? createErrorFinders(version, true);
  known.set(version.document, finders);
  return finders;
}

const strict = new WeakMap<OpenApiDocument, ErrorFinders>();
const lenient = new WeakMap<OpenApiDocument, ErrorFinders>();

/**
 * Builds the validator of a version. The schemas of an operation are compiled at its first request.
 *
 * Only the last middleware of the validator, which validates parameters and body, runs for each request: the router has
 * already found the operation, and the validator would search for it by testing one path pattern after another. The
 * middleware gets a view of the request with the parts that it needs, since it keeps a compiled schema for every
 * content type that it has seen. See ADR 0017 for measurements.
 */
export function createErrorFinders(version: VersionContract, allErrors: boolean): ErrorFinders {
  const middlewares = OpenApiValidator.middleware({
    // The package's types are narrower than OpenAPI 3.1; the contract's linter checks the document.
    apiSpec: pickRequests(version.document) as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateResponses: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: version.allowsUnknownQuery },
    fileUploader: false,
    formats: { ...formats },
  });
  const check = middlewares.at(-1);
  if (!check) throw new Error('express-openapi-validator returned no middleware.');
  const finders = new Map<string, FindErrors>();
  for (const operation of version.operations) {
    const { operationId, path } = operation;
    const method = operation.method.toUpperCase();
    let metadata: Promise<object> | undefined;
    finders.set(operationId, async (parts) => {
      metadata ??= compile(middlewares, operation);
      return run(check, {
        method,
        originalUrl: path,
        path,
        headers: parts.headers,
        query: parts.query,
        params: parts.params,
        body: parts.body,
        openapi: { ...(await metadata), pathParams: parts.params },
      });
    });
  }
  return finders;
}

/** Sends an empty request through all middlewares: the first finds the operation, and the last compiles its schemas. */
async function compile(middlewares: readonly RequestHandler[], operation: Operation): Promise<object> {
  const path = operation.path.replaceAll(/\{[^{}]+\}/g, 'x');
  const request = {
    method: operation.method.toUpperCase(),
    url: path,
    originalUrl: path,
    path,
    baseUrl: '',
    headers: { 'content-type': 'application/json' },
    query: {},
    params: {},
    body: {},
    app: { enabled: () => true, param: () => undefined },
    openapi: undefined as object | undefined,
  };
  for (const middleware of middlewares) await run(middleware, request);
  if (!request.openapi) throw new Error(`The validator does not find ${operation.method} ${operation.path}.`);
  return request.openapi;
}

function run(middleware: RequestHandler, view: object): Promise<readonly ValidationError[]> {
  return new Promise((resolve, reject) => {
    const next: NextFunction = (error?: unknown) => {
      if (error === undefined) resolve([]);
      else if (isBadRequest(error)) resolve(error.errors);
      else reject(error);
    };
    // The view has every part of a request that these middlewares read, and they do not use the response.
    middleware(view as unknown as Request, {} as Response, next);
  });
}

function isBadRequest(error: unknown): error is { errors: readonly ValidationError[] } {
  return error instanceof OpenApiValidator.error.BadRequest;
}
