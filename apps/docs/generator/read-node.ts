import type { JsonObject, OpenApiDocument } from '@parley/contract/documents';
import { isObject as isAnyObject } from '@parley/validation';

/** The object at a place, its reference followed; an empty one when there is none. */
export function readObject(document: OpenApiDocument, value: unknown): JsonObject {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== 'string') return value;
  const [section = '', name = ''] = value.$ref.replace('#/components/', '').split('/');
  const target = document.components[section]?.[name];
  if (target === undefined) throw new Error(`${value.$ref} leads nowhere: bundle the documents again.`);
  return target;
}

/** Documents are JSON, so that the values of an object are JSON too. */
export function isObject(value: unknown): value is JsonObject {
  return isAnyObject(value);
}
