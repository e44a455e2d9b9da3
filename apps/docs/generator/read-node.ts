import type { JsonObject, OpenApiDocument } from '@parley/contract/documents';
import { isObject as isAnyObject } from '@parley/validation';

/** Returns the object at a key, with its reference resolved; empty if there is none. */
export function readObject(document: OpenApiDocument, value: unknown): JsonObject {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== 'string') return value;
  const [section = '', name = ''] = value.$ref.replace('#/components/', '').split('/');
  const target = document.components[section]?.[name];
  if (target === undefined) throw new Error(`${value.$ref} does not exist: bundle the documents again.`);
  return target;
}

/** Documents are JSON, so the values of an object are JSON too. */
export function isObject(value: unknown): value is JsonObject {
  return isAnyObject(value);
}
