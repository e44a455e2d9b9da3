import { asObject } from '@parley/validation';
import type { OpenApiDocument, Operation } from './operation.js';

/** Returns the header parameters that the operations of a path declare. */
export function declaredRequestHeaders(document: OpenApiDocument, path: string): string[] {
  const item = asObject(document.paths[path]);
  return listHeaders(document, [item, ...Object.values(item).map(asObject)]);
}

/** Returns the lower-case names of the header parameters of one operation. */
export function headersOfOperation(document: OpenApiDocument, { path, method }: Operation): string[] {
  const item = asObject(document.paths[path]);
  const names = listHeaders(document, [item, asObject(item[method.toLowerCase()])]);
  return names.map((name) => name.toLowerCase());
}

function listHeaders(document: OpenApiDocument, holders: readonly { parameters?: unknown }[]): string[] {
  return holders
    .flatMap(({ parameters }) => (Array.isArray(parameters) ? parameters : []))
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
