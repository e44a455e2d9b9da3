import { asObject } from '@parley/validation';
import type { OpenApiDocument } from './operation.js';

/** Returns the header parameters that the operations of a path declare. */
export function declaredRequestHeaders(document: OpenApiDocument, path: string): string[] {
  const item = asObject(document.paths[path]);
  const holders = [item, ...Object.values(item).map(asObject)];
  const parameters = holders.flatMap(({ parameters: list }) => (Array.isArray(list) ? list : []));
  return parameters
    .map((parameter) => resolve(document, parameter))
    .flatMap((parameter) => (parameter.in === 'header' ? [String(parameter.name)] : []));
}

/** Returns the headers that the responses of a document declare. */
export function declaredResponseHeaders(document: OpenApiDocument): string[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item).map(asObject));
  const responses = operations.flatMap((operation) => Object.values(asObject(operation.responses)));
  const names = responses.flatMap((response) => Object.keys(asObject(resolve(document, response).headers)));
  return [...new Set(names)];
}

function resolve(document: OpenApiDocument, value: unknown): Readonly<Record<string, unknown>> {
  const fields = asObject(value);
  const [, section = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(String(fields.$ref)) ?? [];
  return section === '' ? fields : asObject(document.components?.[section]?.[name]);
}
