import { listOperations } from '@parley/testkit';
import { asArray, asObject, type Document, follow, isObject, type JsonObject } from '@parley/validation';
import type { AnyOperation } from '../every-operation.js';

/** A schema of a request without references, with the name of its component. */
export interface RequestSchema {
  readonly document: Document;
  readonly schema: JsonObject;
  readonly component: string;
}

/** Returns the schema of the body of an operation, which is JSON or a form. */
export function requestSchemaOf({ version, operationId }: AnyOperation): RequestSchema {
  const operation = listOperations(version).find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`${version} has no operation ${operationId}.`);
  const { requestContent } = operation;
  const { schema } = asObject(requestContent['application/json'] ?? requestContent['multipart/form-data']);
  return resolve(operation.document, schema);
}

/** Returns the schemas that a value can match, without null. */
export function variantsOf({ document, schema, component }: RequestSchema): RequestSchema[] {
  const branches = [...asArray(schema.oneOf), ...asArray(schema.anyOf)].map((branch) =>
    resolve(document, branch),
  );
  if (branches.length === 0) return [{ document, schema, component }];
  return branches.filter((branch) => branch.schema.type !== 'null');
}

export function propertiesOf({ document, schema }: RequestSchema): Array<[string, RequestSchema]> {
  const names = Object.entries(asObject(schema.properties));
  return names.map(([name, property]) => [name, resolve(document, property)]);
}

export function itemsOf({ document, schema }: RequestSchema): RequestSchema | undefined {
  return isObject(schema.items) ? resolve(document, schema.items) : undefined;
}

export function requiredOf({ schema }: RequestSchema): readonly string[] {
  return asArray(schema.required).map(String);
}

/** Returns the values of an enumeration, without null. */
export function valuesOf(schema: RequestSchema): unknown[] {
  return variantsOf(schema).flatMap((one) => asArray(one.schema.enum).filter((value) => value !== null));
}

export function isNullable({ document, schema }: RequestSchema): boolean {
  const branches = [...asArray(schema.oneOf), ...asArray(schema.anyOf)];
  return (
    [schema.type].flat().includes('null') ||
    branches.some((branch) => follow(document, branch).type === 'null')
  );
}

function resolve(document: Document, value: unknown): RequestSchema {
  const { $ref } = asObject(value);
  const component = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '';
  return { document, component, schema: follow(document, value) };
}
