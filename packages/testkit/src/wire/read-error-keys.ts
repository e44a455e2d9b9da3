import { isObject, resolve } from './document.js';
import type { FoundOperation } from './find-operation.js';

/** The keys that a failure response may carry, as its schema fixes them; none for a success. */
export function readErrorKeys({ document, responses }: FoundOperation, status: number): string[] {
  const { content } = resolve(document, responses[status]);
  const media = isObject(content) ? content['application/json'] : undefined;
  return isObject(media) ? readKeys(document, media.schema) : [];
}

function readKeys(document: FoundOperation['document'], schema: unknown): string[] {
  const { allOf, properties } = resolve(document, schema);
  const ofParts = Array.isArray(allOf) ? allOf.flatMap((part) => readKeys(document, part)) : [];
  if (!isObject(properties)) return ofParts;
  const own = isObject(properties.messageKey) ? properties.messageKey : {};
  const keys = Array.isArray(own.enum) ? own.enum : own.const === undefined ? [] : [own.const];
  const inner = isObject(properties.error) ? readKeys(document, properties.error) : [];
  return [...ofParts, ...keys.map(String), ...inner];
}
