import { listUsedFields, type Usage } from '@parley/core';
import { asArray, asObject, asText } from '@parley/validation';
import type { OpenApiDocument, Operation, VersionContract } from '../contract/operation.js';
import { NameFinder } from './find-names.js';
import { followReference } from './follow-reference.js';
import { type Name, type Shape, ShapeReader } from './read-shape.js';

/** The names of one operation that a request can use. */
export interface OperationUsage {
  readonly operation: readonly Usage[];
  /** Returns the fields and the values of enumerations that a request uses, each once. */
  find(request: UsedParts): readonly Usage[];
  /** Returns the fields by which a valid body filters and sorts, each once. */
  findFilters(validBody: unknown): readonly Usage[];
  errorOf(messageKey: string): Usage;
}

/** The parts of a request, before the defaults of the contract are added. */
export interface UsedParts {
  readonly body: unknown;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Reads from the contract which names the requests of an operation can use. */
export function readOperationUsage(
  { name: apiVersion, document }: Pick<VersionContract, 'name' | 'document'>,
  { operationId, method, path, filterFields }: Operation,
): OperationUsage {
  const create = (kind: Usage['kind'], name: string): Usage => ({ kind, apiVersion, operationId, name });
  const createName = (kind: Usage['kind'], name: string): Name => ({ usage: create(kind, name), foundIn: 0 });
  const item = asObject(document.paths[path]);
  const declared = asObject(item[method.toLowerCase()]);
  const reader = new ShapeReader(document, createName);
  const body = reader.read(bodySchema(document, declared.requestBody), 'body');
  const parameters = [...asArray(item.parameters), ...asArray(declared.parameters)].map((parameter) =>
    resolve(document, parameter),
  );
  const query = readParameters('query');
  const headers = readParameters('header');
  const filters = new Map(
    Object.keys(filterFields ?? {}).map((field) => [field, create('filter_field', field)]),
  );
  const filterNames = new Set(filters.keys());
  const errors = new Map<string, Usage>();
  const finder = new NameFinder();

  return {
    operation: [create('operation', operationId)],
    find(request) {
      const found = finder.begin();
      finder.addValue(request.body, body);
      if (request.query) finder.addValue(request.query, query);
      for (const [header, { name }] of headers.fields)
        if (request.headers[header] !== undefined) finder.add(name);
      return found;
    },
    findFilters(validBody) {
      if (filters.size === 0) return [];
      const { query: filter, sortBy } = asObject(validBody);
      const used = listUsedFields({ query: asText(filter), sortBy: asText(sortBy) }, filterNames);
      return [...used].flatMap((field) => filters.get(field) ?? []);
    },
    errorOf(messageKey) {
      const known = errors.get(messageKey) ?? create('error_key', messageKey);
      errors.set(messageKey, known);
      return known;
    },
  };

  function readParameters(place: 'query' | 'header'): Shape {
    const own = parameters.filter((parameter) => parameter.in === place);
    const properties = own.map(({ name, schema }) => {
      const key = place === 'header' ? String(name).toLowerCase() : String(name);
      return [key, schema] as const;
    });
    return reader.read({ properties: Object.fromEntries(properties) }, place);
  }
}

function bodySchema(document: OpenApiDocument, requestBody: unknown): unknown {
  const [media] = Object.values(asObject(resolve(document, requestBody).content));
  return asObject(media).schema;
}

function resolve(document: OpenApiDocument, value: unknown): Readonly<Record<string, unknown>> {
  const { $ref: reference, ...own } = asObject(value);
  return typeof reference === 'string' ? asObject(followReference(document, reference)) : own;
}
