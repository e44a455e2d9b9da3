import type { OpenApiDocument } from './operation.js';

/** The header parameters that the operations of a path declare. */
export function declaredRequestHeaders(document: OpenApiDocument, path: string): string[] {
  const item = fieldsOf(document.paths[path]);
  const holders = [item, ...Object.values(item).map(fieldsOf)];
  const parameters = holders.flatMap(({ parameters: list }) => (Array.isArray(list) ? list : []));
  return parameters
    .map((parameter) => resolve(document, parameter))
    .flatMap((parameter) => (parameter.in === 'header' ? [String(parameter.name)] : []));
}

/** The headers that the responses of a document declare. */
export function declaredResponseHeaders(document: OpenApiDocument): string[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item).map(fieldsOf));
  const responses = operations.flatMap((operation) => Object.values(fieldsOf(operation.responses)));
  const names = responses.flatMap((response) => Object.keys(fieldsOf(resolve(document, response).headers)));
  return [...new Set(names)];
}

function resolve(document: OpenApiDocument, value: unknown): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(value);
  const [, section = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(String(fields.$ref)) ?? [];
  return section === '' ? fields : fieldsOf(document.components?.[section]?.[name]);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}
