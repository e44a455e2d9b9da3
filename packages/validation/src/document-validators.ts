import { createDocument, type Document, follow } from './document/document.js';
import { asObject, type JsonObject, own } from './document/json.js';
import { compileSchema } from './schema/compile-schema.js';
import { convertSchema, type Reading } from './schema/convert-schema.js';
import type { Validator } from './schema/create-compiler.js';

/** The validators of the JSON bodies that a document declares; `undefined` where it declares none. */
export interface DocumentValidators {
  response(operationId: string, status: number): Validator | undefined;
  /** Returns the validator of the body of a webhook. */
  event(name: string): Validator | undefined;
}

/**
 * Returns the validators of a document, each compiled on first use and once per process. Responses and events may
 * contain only the properties that their schemas declare.
 */
export function validatorsOf(root: object): DocumentValidators {
  const known = validators.get(root);
  if (known) return known;
  const created = createValidators(createDocument(asObject(root)));
  validators.set(root, created);
  return created;
}

const validators = new WeakMap<object, DocumentValidators>();

function createValidators(document: Document): DocumentValidators {
  let operations: ReadonlyMap<string, JsonObject> | undefined;
  const findOperation = (operationId: string): JsonObject => {
    operations ??= readOperations(document);
    const operation = operations.get(operationId);
    if (!operation) throw new Error(`${document.title} has no operation ${operationId}.`);
    return operation;
  };
  const validatorFor = (holder: unknown) => {
    const { content } = follow(document, holder);
    const { schema } = asObject(own(asObject(content), 'application/json'));
    return schema === undefined ? undefined : compileSchema(convertSchema(document, schema, closedResponse));
  };
  return {
    response: (operationId, status) =>
      validatorFor(own(asObject(findOperation(operationId).responses), String(status))),
    event(name) {
      const webhook = own(asObject(document.root.webhooks), name);
      if (webhook === undefined) throw new Error(`${document.title} has no event ${name}.`);
      // The event is the request body of the webhook, and the service sends it.
      return validatorFor(asObject(follow(document, webhook).post).requestBody);
    },
  };
}

const closedResponse: Reading = { direction: 'response', closed: true };

function readOperations(document: Document): ReadonlyMap<string, JsonObject> {
  const items = Object.values(asObject(document.root.paths)).map((item) => follow(document, item));
  const operations = items.flatMap((item) => Object.values(item).map(asObject));
  return new Map(operations.map((operation) => [String(operation.operationId), operation]));
}
