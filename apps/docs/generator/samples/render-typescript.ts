import type { Json } from '@parley/contract/documents';
import type { OperationEntry } from '../list-entries.js';
import type { ExampleRequest } from '../requests/example-request.js';

const connection = `{
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
}`;

/** Renders the request with the client. Searches iterate over all results, and the stream over its events. */
export function renderTypeScript(entry: OperationEntry, request: ExampleRequest): string {
  if (entry.operationId === 'streamEvents') return renderStream();
  const { version, method, path } = entry;
  const name = version === 'v3' ? '@parley/client' : `@parley/client/${version}`;
  const init = renderInit(request);
  const isSearch = Boolean(entry.filterFields) && path.endsWith('/search');
  const call = isSearch ? 'search' : method.toUpperCase();
  const sent = `parley.${call}('${path}'${init === '' ? '' : `, ${init}`})`;
  return [
    `import { createClient } from '${name}';\n`,
    `const parley = createClient(${connection});\n`,
    ...(isSearch
      ? [`for await (const item of ${sent}) {`, '  console.log(item);', '}']
      : [`const result = await ${sent};`, 'console.log(result);']),
  ].join('\n');
}

function renderStream(): string {
  return [
    "import { streamEvents } from '@parley/client/stream';\n",
    `const service = ${connection};\n`,
    'for await (const event of streamEvents(service)) {',
    '  console.log(event.event, event.cursor);',
    '}',
  ].join('\n');
}

function renderInit({ parameters, body }: ExampleRequest): string {
  const path = parameters.filter((parameter) => parameter.in === 'path');
  const values = Object.fromEntries(path.map(({ name, example }) => [name, example ?? '']));
  const parts = [
    ...(path.length === 0 ? [] : [`  params: { path: ${writeValue(values, 1)} },`]),
    ...(body ? [`  body: ${writeBody(body)},`] : []),
  ];
  return parts.length === 0 ? '' : `{\n${parts.join('\n')}\n}`;
}

/** The client sends a body with a file as a form. */
function writeBody({ mediaType, value }: NonNullable<ExampleRequest['body']>): string {
  return mediaType === 'application/json'
    ? writeValue(value, 1)
    : "{ file: new File(['Coffee 3.20'], 'price-list.txt', { type: 'text/plain' }) }";
}

/** Writes a value as JavaScript, on one line if it is short. */
function writeValue(value: Json, depth: number): string {
  if (typeof value === 'string') return writeText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const items = isList
    ? value.map((item) => writeValue(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${writeKey(key)}: ${writeValue(item, depth + 1)}`);
  if (items.length === 0) return `${open}${close}`;
  const line = items.join(', ');
  if (line.length + depth * 2 < 80 && !line.includes('\n')) {
    return isList ? `[${line}]` : `{ ${line} }`;
  }
  const indent = '  '.repeat(depth + 1);
  return `${open}\n${items.map((item) => `${indent}${item},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

function writeKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : writeText(key);
}

function writeText(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${inner.replaceAll("'", "\\'")}'`;
}
