import type { Json } from '@parley/contract/documents';
import { type ContractVersion, listEntries, type OperationEntry } from '../list-entries.js';
import { type ExampleRequest, exampleRequest, type Parameter } from './example-request.js';

/**
 * Renders the document as a collection of Postman, format 2.1: a folder for each tag, a request for each operation,
 * with the values of the examples. The token and the address of the service are variables.
 */
export function renderPostman(version: ContractVersion): object {
  const { document } = version;
  const entries = listEntries(version);
  return {
    info: {
      name: `${document.info.title} ${version.name}`,
      description: document.info.description ?? '',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: document.servers[0]?.url ?? '' },
      { key: 'token', value: '' },
    ],
    item: document.tags
      .map(({ name, description }) => ({
        name,
        description,
        item: entries.filter(({ tag }) => tag === name).map((entry) => renderItem(version, entry)),
      }))
      .filter(({ item }) => item.length > 0),
  };
}

function renderItem(version: ContractVersion, entry: OperationEntry): object {
  const { parameters, body } = exampleRequest(version, entry);
  const headers = parameters.filter((parameter) => parameter.in === 'header').map(renderOptional);
  const contentType =
    body?.mediaType === 'application/json' ? [{ key: 'Content-Type', value: 'application/json' }] : [];
  return {
    name: entry.summary,
    request: {
      method: entry.method.toUpperCase(),
      description: entry.description,
      header: [...contentType, ...headers],
      url: renderUrl(entry, parameters),
      ...(body && { body: renderBody(body) }),
    },
    response: [],
  };
}

function renderUrl({ path }: OperationEntry, parameters: readonly Parameter[]): object {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'));
  const query = parameters.filter((parameter) => parameter.in === 'query').flatMap(renderQuery);
  const search = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{baseUrl}}/${segments.join('/')}${search.length === 0 ? '' : `?${search.join('&')}`}`,
    host: ['{{baseUrl}}'],
    path: segments,
    query,
    variable: parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, example, description }) => ({ key: name, value: text(example), description })),
  };
}

/** A list is sent by repeating its parameter. */
function renderQuery(parameter: Parameter): Row[] {
  const values = Array.isArray(parameter.example) ? parameter.example : [parameter.example];
  return values.map((value) => ({ ...renderOptional(parameter), value: text(value) }));
}

/** Optional parameters are shown, but not sent until they are switched on. */
function renderOptional({ name, example, description, required }: Parameter): Row {
  return { key: name, value: text(example), description, disabled: !required };
}

interface Row {
  readonly key: string;
  readonly value: string;
  readonly description: string;
  readonly disabled: boolean;
}

function renderBody({ mediaType, value }: NonNullable<ExampleRequest['body']>): object {
  if (mediaType === 'application/json')
    return {
      mode: 'raw',
      raw: JSON.stringify(value, null, 2),
      options: { raw: { language: 'json' } },
    };
  const fields = Object.entries(Object(value) as Record<string, Json>);
  return {
    mode: 'formdata',
    formdata: fields.map(([key, field]) =>
      key === 'file' ? { key, type: 'file', src: [] } : { key, type: 'text', value: text(field) },
    ),
  };
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}
