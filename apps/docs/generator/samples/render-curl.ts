import type { Json } from '@parley/contract/documents';
import type { OperationEntry } from '../list-entries.js';
import type { ExampleRequest } from '../requests/example-request.js';
import { fillPath } from './fill-path.js';

/** Renders the request as a command of a shell. */
export function renderCurl(entry: OperationEntry, request: ExampleRequest): string {
  const method =
    entry.method === 'get' || (entry.method === 'post' && request.body)
      ? ''
      : `-X ${entry.method.toUpperCase()} `;
  const lines = [
    `curl ${method}"$PARLEY_URL${fillPath(entry.fullPath, request.parameters)}"`,
    '-H "Authorization: Bearer $PARLEY_TOKEN"',
    ...renderBody(request.body),
  ];
  return lines.join(' \\\n  ');
}

function renderBody(body: ExampleRequest['body']): string[] {
  if (!body) return [];
  if (body.mediaType === 'application/json') {
    return ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body.value, null, 2))}`];
  }
  const fields = Object.entries(Object(body.value) as Record<string, Json>);
  return fields.map(
    ([name, value]) => `-F ${name === 'file' ? 'file=@price-list.png' : quote(`${name}=${value}`)}`,
  );
}

/** A single quote ends the string, stands escaped, and starts the string again. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
