import { listOperations } from '@parley/testkit';
import { asArray, asObject, type Document, follow, isObject } from '@parley/validation';
import type { AnyOperation } from '../every-operation.js';

/** The names of the properties that the successful response of an operation declares, at any depth. */
export interface ResponseFields {
  readonly declared: ReadonlySet<string>;
  /** Those that are always there, though some may be null. */
  readonly required: ReadonlySet<string>;
}

export function responseFieldsOf({ version, operationId }: AnyOperation): ResponseFields {
  const operation = listOperations(version).find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`${version} has no operation ${operationId}.`);
  const { document, responses } = operation;
  const { schema } = asObject(asObject(follow(document, responses[200]).content)['application/json']);
  const declared = new Set<string>();
  const required = new Set<string>();
  collect(document, schema, { declared, required, seen: new Set() });
  return { declared, required };
}

interface Collected {
  readonly declared: Set<string>;
  readonly required: Set<string>;
  readonly seen: Set<unknown>;
}

function collect(document: Document, value: unknown, collected: Collected): void {
  if (!isObject(value)) return;
  const schema = follow(document, value);
  if (collected.seen.has(schema)) return;
  collected.seen.add(schema);
  for (const name of asArray(schema.required)) collected.required.add(String(name));
  for (const [name, property] of Object.entries(asObject(schema.properties))) {
    collected.declared.add(name);
    collect(document, property, collected);
  }
  const parts = [schema.allOf, schema.oneOf, schema.anyOf].flatMap(asArray);
  for (const part of [...parts, schema.items, schema.additionalProperties])
    collect(document, part, collected);
}
