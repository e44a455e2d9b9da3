import type { Request, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { pickRequests } from '../../../generator/request-document.js';
import type { Operation, VersionContract } from '../../../src/http/contract/operation.js';
import { formats } from '../../../src/http/validation/formats.js';
import type { RequestParts } from '../../../src/http/validation/validate-request.js';

/** Validates requests with all middlewares of express-openapi-validator, which compile the schemas when they are used. */
export function findDocumentedErrors(version: VersionContract, allErrors: boolean) {
  const middlewares = OpenApiValidator.middleware({
    // The package's types are narrower than OpenAPI 3.1.
    apiSpec: pickRequests(version.document) as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateResponses: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: version.allowsUnknownQuery },
    fileUploader: false,
    formats: { ...formats },
  });
  return async ({ method, path }: Operation, parts: RequestParts): Promise<unknown> => {
    const url = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => parts.params[name] ?? '');
    const request = {
      method: method.toUpperCase(),
      url,
      originalUrl: url,
      path: url,
      baseUrl: '',
      app: { enabled: () => true, param: () => undefined },
      ...parts,
    };
    for (const middleware of middlewares) {
      const error = await new Promise<unknown>((next) => {
        // The request has every part that these middlewares read.
        middleware(request as unknown as Request, {} as Response, next);
      });
      if (error instanceof OpenApiValidator.error.BadRequest) return error.errors;
      if (error !== undefined) throw error;
    }
    return [];
  };
}
