import type { JsonObject, OpenApiDocument } from './operation.js';

/**
 * A document with one path only, and only what its requests need: the validator's cost at boot and at run time
 * grows with the document it is given.
 */
export function pickPath(document: OpenApiDocument, path: string) {
  const item = withoutResponses(document.paths[path] ?? {});
  const components: Record<string, Record<string, unknown>> = {};
  pickComponents(document, item, components);
  return {
    openapi: document.openapi,
    info: { title: path, version: '1' },
    paths: { [path]: item },
    components,
  };
}

/** Answers are not checked here, and nobody sees this document. */
function withoutResponses(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      isObject(value) && 'responses' in value
        ? { ...value, security: [], responses: { 200: { description: 'OK' } } }
        : value,
    ]),
  );
}

/** Copies every component that `value` refers to, and those that they refer to. */
function pickComponents(
  document: OpenApiDocument,
  value: unknown,
  picked: Record<string, Record<string, unknown>>,
): void {
  if (!isObject(value)) return;
  for (const item of Object.values(value)) pickComponents(document, item, picked);
  const [, section, name] = typeof value.$ref === 'string' ? (componentRef.exec(value.$ref) ?? []) : [];
  if (!section || !name || picked[section]?.[name]) return;
  const component = document.components?.[section]?.[name];
  picked[section] = { ...picked[section], [name]: component };
  pickComponents(document, component, picked);
}

const componentRef = /^#\/components\/([^/]+)\/([^/]+)$/;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
