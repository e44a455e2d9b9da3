import type { Ajv, CodeOptions } from 'ajv';
import type { RequestHandler } from 'express';
import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js';
import { defaultSerDes } from 'express-openapi-validator/dist/framework/base.serdes.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { ContentType } from 'express-openapi-validator/dist/middlewares/util.js';
import { formats } from './formats.js';

export interface ValidatorOptions {
  readonly allErrors: boolean;
  readonly allowsUnknownQuery: boolean;
  /** How Ajv writes its functions, when the build keeps them as source. */
  readonly code?: CodeOptions;
}

/** The validator of express-openapi-validator for one document, as far as it is used here. */
export interface DocumentValidator {
  /** Checks parameters, and coerces their values. */
  readonly ajv: Ajv;
  /** Checks bodies. */
  readonly ajvBody: Ajv;
  /**
   * Builds the middleware of one operation. It uses the functions that both Ajv instances have under the key, or
   * compiles them.
   */
  buildMiddleware(path: string, operation: object, contentType: ContentType, key: string): RequestHandler;
}

/**
 * Creates only the validator. The package as a whole would also resolve the document, compile the schema of OpenAPI and
 * prepare middlewares that the app does not use.
 */
export function createDocumentValidator(document: object, options: ValidatorOptions): DocumentValidator {
  const { code } = options;
  // Schemas are not validated here, so Ajv does not need to know the schema of schemas.
  const ajvOptions = { ...validatorOptions(options).request, meta: false, ...(code && { code }) };
  // The document has only what requests need, and the declared type makes the middleware of an operation private.
  return new RequestValidator(document as never, ajvOptions as never) as unknown as DocumentValidator;
}

/** Returns the options of Ajv. express-openapi-validator derives them from its own, documented options. */
export function validatorOptions({ allErrors, allowsUnknownQuery }: ValidatorOptions): AjvOptions {
  return new AjvOptions({
    validateRequests: { allErrors, allowUnknownQueryParameters: allowsUnknownQuery },
    validateFormats: true,
    ajvFormats: { mode: 'fast' },
    formats: { ...formats },
    serDes: defaultSerDes,
    // The other options concern other middlewares.
  } as never);
}

/** The media type of a request is checked before, and a form is validated as an object with its parts. */
export const jsonContent = ContentType.fromString('application/json');
