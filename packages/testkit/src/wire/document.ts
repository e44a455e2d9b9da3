export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object behind a `$ref`, or the object itself. */
export function resolve(document: JsonObject, value: unknown): JsonObject {
  if (!isObject(value)) throw new Error('The document has something else where an object belongs.');
  return typeof value.$ref === 'string' ? resolveReference(document, value.$ref) : value;
}

export function resolveReference(document: JsonObject, reference: string): JsonObject {
  if (!reference.startsWith('#/'))
    throw new Error(`${reference} leads out of the document; bundle it first.`);
  let target: unknown = document;
  for (const step of reference.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    target = isObject(target) ? target[name] : undefined;
  }
  return resolve(document, target);
}
