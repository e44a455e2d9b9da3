import { asObject, isObject } from '@parley/validation/json';
import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { OpenApiSpecLoader } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import type { Extent } from '../src/http/contract/compiled-requests.js';
import type { VersionContract } from '../src/http/contract/operation.js';
import {
  createDocumentValidator,
  jsonContent,
  type ValidatorOptions,
  validatorOptions,
} from '../src/http/validation/request-validator.js';
import type { Remember } from './compiled-cache.js';
import { type Components, keepAssertions, pickReferenced } from './operation-schema.js';
import { pickRequests } from './request-document.js';
import type { RequestSource } from './request-source.js';

export type RequestContract = Pick<VersionContract, 'document' | 'operations' | 'allowsUnknownQuery'>;

/** Compiles the checks of requests with express-openapi-validator, and returns the source of its functions. */
export async function compileRequests(
  contract: RequestContract,
  extent: Extent,
  remember: Remember = (_, compile) => compile(),
): Promise<RequestSource[]> {
  const { allowsUnknownQuery, operations } = contract;
  const options: ValidatorOptions = { allErrors: extent === 'all errors', allowsUnknownQuery };
  const document = await prepareOnce(contract);
  return operations
    .filter(
      ({ method, path }) =>
        extent === 'all errors' || document.paths[path]?.[method.toLowerCase()]?.requestBody,
    )
    .map(({ operationId, method, path }) => {
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (!operation) throw new Error(`The validator does not find ${method} ${path}.`);
      return compileOperation({ operationId, path, operation, document }, { options, remember });
    });
}

interface PreparedDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, PreparedOperation>>>>;
  readonly components: Components;
}

interface PreparedOperation {
  readonly parameters?: readonly object[];
  readonly requestBody?: object | null;
}

/** The number of reported errors does not change the prepared document. Preparing both versions twice took 0.8 s of CPU more. */
function prepareOnce(contract: RequestContract): Promise<PreparedDocument> {
  const prepared = preparedDocuments.get(contract) ?? prepareDocument(contract);
  preparedDocuments.set(contract, prepared);
  return prepared;
}

const preparedDocuments = new WeakMap<RequestContract, Promise<PreparedDocument>>();

/** Prepares a document in the way that the middlewares of express-openapi-validator do before the first request. */
async function prepareDocument({ document, allowsUnknownQuery }: RequestContract): Promise<PreparedDocument> {
  // The package's types are narrower than OpenAPI 3.1; the contract's linter checks the document.
  const apiDoc = pickRequests(document) as never;
  const loader = new OpenApiSpecLoader({ apiDoc, validateApiSpec: false, $refParser: { mode: 'bundle' } });
  const spec = await loader.load();
  // Without options, the responses are left out.
  new SchemaPreprocessor(
    spec.apiDoc,
    validatorOptions({ allErrors: true, allowsUnknownQuery }).preprocessor,
    undefined as never,
  ).preProcess();
  return spec.apiDoc as unknown as PreparedDocument;
}

interface OperationToCompile {
  readonly operationId: string;
  readonly path: string;
  readonly operation: PreparedOperation;
  readonly document: PreparedDocument;
}

/**
 * Compiles the checks of one operation. It is compiled with its own components only, since the source contains the
 * whole schema.
 */
function compileOperation(
  { operationId, path, operation, document }: OperationToCompile,
  { options, remember }: { options: ValidatorOptions; remember: Remember },
): RequestSource {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter, document));
  const requestBody = keepAssertions(operation.requestBody ?? undefined);
  const components = pickReferenced(requestBody, document.components);
  refuseUnknown(operationId, parameters, operation.requestBody);
  const { openapi } = document;
  const schema = { parameters, ...(requestBody !== undefined && { requestBody }) };
  return remember({ operationId, path, openapi, components, schema, options }, () => {
    const validator = createDocumentValidator(
      { openapi, paths: {}, components },
      { ...options, code: { source: true, formats: _`formats` } },
    );
    validator.buildMiddleware(path, schema, jsonContent, operationId);
    return {
      operationId,
      parameters,
      checkParameters: standalone.default(validator.ajv, validator.ajv.getSchema(operationId)),
      checkBody: standalone.default(validator.ajvBody, validator.ajvBody.getSchema(operationId)),
    };
  });
}

function resolve(parameter: object, { components }: PreparedDocument): object {
  const name = '$ref' in parameter ? String(parameter.$ref).split('/').at(-1) : undefined;
  const found = keepAssertions(name === undefined ? parameter : components.parameters?.[name]);
  if (!isObject(found)) throw new Error(`There is no parameter ${name}.`);
  return found;
}

/**
 * Throws when a document needs more than the compiled checks. At run time, the middleware reads two parts of the
 * document that the compiled checks do not contain: the schema of a parameter that is a reference, and the
 * discriminator of a body.
 */
function refuseUnknown(operationId: string, parameters: readonly object[], body: unknown): void {
  if (JSON.stringify(parameters).includes('"$ref"')) {
    throw new Error(`Write the schemas of the parameters of ${operationId} inline.`);
  }
  const { schema } = asObject(asObject(asObject(body).content)['application/json']);
  if ('_discriminator' in asObject(schema)) {
    throw new Error(`The body of ${operationId} has a discriminator that the compiled checks do not know.`);
  }
}
