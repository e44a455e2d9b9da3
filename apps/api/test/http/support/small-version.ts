import type { OpenApiDocument, Operation } from '../../../src/http/contract/operation.js';
import type { ApiVersion, HandlerMap } from '../../../src/http/routing/api-version.js';
import { compileNow } from './compile-now.js';

const note = {
  type: 'object',
  additionalProperties: false,
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 255 },
    color: { type: 'string', enum: ['red', 'blue'], default: 'red' },
    ownerId: { type: 'string', format: 'uuid' },
    link: { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2048 },
    slug: { type: 'string', pattern: '^[a-z]+$' },
    dueAt: { oneOf: [{ $ref: '#/components/schemas/Moment' }, { type: 'null' }] },
    stars: { type: 'integer', minimum: 1, maximum: 5 },
    done: { type: 'boolean' },
    subtitle: { type: ['string', 'null'], maxLength: 5 },
    tags: { type: 'array', minItems: 1, maxItems: 1000, items: { $ref: '#/components/schemas/Tag' } },
    extra: { type: 'object', maxProperties: 2, additionalProperties: { type: 'string' } },
  },
};

const tag = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string' } },
};

const responses = {
  200: {
    description: 'OK',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['success'],
          properties: { success: { type: 'boolean', const: true }, data: true },
        },
      },
    },
  },
};

const jsonBody = (schema: object, required: boolean) => ({
  required,
  content: { 'application/json': { schema } },
});

const idParameter = { name: 'noteId', in: 'path', required: true, schema: { type: 'string' } };
const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** A small document with one operation of each kind that the HTTP layer distinguishes. */
export const smallDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1.0.0' },
  paths: {
    '/notes/{noteId}': {
      parameters: [idParameter],
      get: { operationId: 'getNote', security: [{ bearerAuth: ['notes:read'] }], responses: responses },
      delete: {
        operationId: 'deleteNote',
        security: [{ bearerAuth: ['notes:write'] }],
        responses: responses,
      },
    },
    '/notes': {
      post: {
        operationId: 'createNote',
        security: [{ bearerAuth: ['notes:write'] }],
        'x-idempotent': true,
        parameters: [keyParameter],
        requestBody: jsonBody({ $ref: '#/components/schemas/Note' }, true),
        responses: responses,
      },
    },
    '/notes/search': {
      post: {
        operationId: 'searchNotes',
        security: [{ bearerAuth: ['notes:read'] }],
        'x-plan-feature': 'automations',
        requestBody: jsonBody({ $ref: '#/components/schemas/Search' }, false),
        responses: responses,
      },
    },
    '/{boxId}/letters': {
      parameters: [{ name: 'boxId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'listLetters', security: [{ bearerAuth: ['notes:read'] }], responses: responses },
    },
  },
  components: {
    schemas: {
      Note: note,
      Tag: tag,
      Moment: { type: 'string', format: 'date-time' },
      Search: {
        type: 'object',
        additionalProperties: false,
        properties: { limit: { type: 'integer', default: 10 } },
      },
    },
  },
};

/** Handlers that return their input. */
export const echoHandlers: HandlerMap = Object.fromEntries(
  ['getNote', 'deleteNote', 'createNote', 'searchNotes', 'listLetters'].map((operationId) => [
    operationId,
    async ({ tenantId, idempotency }, { params, body }) => ({
      success: true,
      data: { operationId, tenantId, params, body, idempotency },
    }),
  ]),
);

export function smallVersion(changes: Partial<ApiVersion> = {}): ApiVersion {
  const { document = smallDocument, allowsUnknownQuery = false } = changes;
  const contract = { document, operations: readOperations(document), allowsUnknownQuery };
  return {
    name: 'v3',
    ...contract,
    handlers: echoHandlers,
    loadRequestChecks: (extent) => compileNow(contract, extent),
    ...changes,
  };
}

/** Returns the operation table of a document, as the contract package generates it. */
export function readOperations(document: OpenApiDocument, bodyLimitBytes = 1_048_576): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete'].flatMap((method) => {
      const operation = (item as Record<string, Record<string, unknown> | undefined>)[method];
      return operation ? [readOperation({ path, method, operation, bodyLimitBytes })] : [];
    }),
  );
}

function readOperation(options: {
  path: string;
  method: string;
  operation: Record<string, unknown>;
  bodyLimitBytes: number;
}) {
  const { path, method, operation, bodyLimitBytes } = options;
  const [security] = operation.security as [{ bearerAuth: string[] }];
  return {
    operationId: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    scopes: security.bearerAuth,
    planFeature: operation['x-plan-feature'] as string | undefined,
    bodyLimitBytes: Number(operation['x-body-limit'] ?? bodyLimitBytes),
    idempotent: operation['x-idempotent'] === true,
    addsJobs: false,
  };
}
