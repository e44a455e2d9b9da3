import { asArray, asObject, type Document, follow } from '@parley/validation';
import type { FoundOperation } from './find-operation.js';

/** Returns the keys that an error response can have according to its schema; none for a success. */
export function readErrorKeys({ document, responses }: FoundOperation, status: number): string[] {
  const { content } = follow(document, responses[status]);
  const { schema } = asObject(asObject(content)['application/json']);
  return readKeys(document, schema);
}

function readKeys(document: Document, schema: unknown): string[] {
  const { allOf, properties } = follow(document, schema);
  const { messageKey, error } = asObject(properties);
  const { const: key, enum: keys = key === undefined ? [] : [key] } = asObject(messageKey);
  return [
    ...asArray(allOf).flatMap((part) => readKeys(document, part)),
    ...asArray(keys).map(String),
    ...(error === undefined ? [] : readKeys(document, error)),
  ];
}
