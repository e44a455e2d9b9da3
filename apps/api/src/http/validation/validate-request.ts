import type { NextFunction, Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { Operation, VersionContract } from '../contract/operation.js';
import { formats } from './formats.js';
import type { ValidationFault } from './map-validation-errors.js';
import { pickRequests } from './request-document.js';

/** The parts of a request that the contract speaks of. Defaults of the schema are filled into the body. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

/** Gives the faults of a request; none when it is what the contract asks for. */
export type FindFaults = (parts: RequestParts) => Promise<readonly ValidationFault[]>;

/** One for each operation, by its id. */
export type FaultFinders = ReadonlyMap<string, FindFaults>;

/**
 * Builds the validator of a version; the schemas of an operation are compiled for the first request that is checked.
 *
 * Of the validator's middlewares only the last, which checks parameters and body, runs with a request: the operation
 * is known already, and the validator would look for it by trying the pattern of one path after another. It is shown
 * a view of the request with the parts that it needs, since it keeps a compiled schema for every content type that it
 * ever saw. Scopes and plan are checked before the body is read, which its own security step cannot do.
 */
export function createFaultFinders(version: VersionContract, allErrors: boolean): FaultFinders {
  const middlewares = OpenApiValidator.middleware({
    // The package types documents more narrowly than OpenAPI 3.1 is; the document is linted where it is written.
    apiSpec: pickRequests(version.document) as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateResponses: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: version.allowsUnknownQuery },
    fileUploader: false,
    formats: { ...formats },
  });
  const check = middlewares.at(-1);
  if (!check) throw new Error('express-openapi-validator gave no middleware.');
  const finders = new Map<string, FindFaults>();
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

/** Sends an empty request through all steps: the first finds the operation, the last compiles its schemas. */
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
  if (!request.openapi) throw new Error(`The validator does not know ${operation.method} ${operation.path}.`);
  return request.openapi;
}

function run(middleware: RequestHandler, view: object): Promise<readonly ValidationFault[]> {
  return new Promise((resolve, reject) => {
    const next: NextFunction = (error?: unknown) => {
      if (error === undefined) resolve([]);
      else if (isBadRequest(error)) resolve(error.errors);
      else reject(error);
    };
    // The view has everything of a request that these middlewares touch, and they do not touch the response.
    middleware(view as unknown as Request, {} as Response, next);
  });
}

function isBadRequest(error: unknown): error is { errors: readonly ValidationFault[] } {
  return error instanceof OpenApiValidator.error.BadRequest;
}
