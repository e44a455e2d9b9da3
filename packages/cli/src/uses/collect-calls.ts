import ts from 'typescript';
import { listNamedFields } from './named-fields.js';
import type { Project } from './project.js';
import { readClientCall } from './read-client-call.js';
import { listSentFields, readValue } from './read-request.js';
import type { Recorder } from './record.js';
import { listSends, type SentField } from './sent-field.js';

/** Records a call of the client: its operation, the fields that it sends, its filters, and whether its result is used. */
export function collectCall(node: ts.CallExpression, project: Project, recorder: Recorder): void {
  const call = readClientCall(node, project);
  if (!call) return;
  const sent = listSentFields(call.given, project);
  const sends = listSends(sent);
  for (const { version, operation, path } of call.operations) {
    const key = `${version} ${operation}`;
    recorder.add('operations', key, node, { sends });
    for (const field of sent) {
      recorder.add('requestFields', `${key} ${field.path}`, field.node);
      for (const value of field.values)
        recorder.add('enumValues', `${key} ${field.path}=${value}`, field.node);
    }
    const hasData = call.kind === 'data' || call.kind === 'search';
    if (hasData && isResultUsed(node)) recorder.add('responseFields', `${key} data`, node);
    if (call.kind === 'stream') collectStreamed(sent, version, recorder);
    if (path === '' || path.endsWith('/search')) collectSearch(sent, key, project, recorder);
  }
}

/** Records the types of events that a stream names. */
function collectStreamed(sent: readonly SentField[], version: string, recorder: Recorder): void {
  for (const { path, values, node } of sent)
    if (path === 'query.events[]')
      for (const value of values) recorder.add('eventTypes', `${version} ${value}`, node);
}

function isResultUsed(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isVoidExpression(parent))
    return isResultUsed(parent);
  return !ts.isExpressionStatement(parent);
}

/** Records the fields in the filter and in the order of a search; `*` where they are unknown. */
function collectSearch(sent: readonly SentField[], key: string, project: Project, recorder: Recorder): void {
  for (const [name, section, file] of [
    ['query', 'filterFields', 'filter/filter'],
    ['sortBy', 'sortFields', 'filter/sort'],
  ] as const) {
    for (const { path, node } of sent) {
      if (path !== `body.${name}` && path !== `body.${name}.*` && path !== 'body.*') continue;
      const value = path === `body.${name}` ? readValue(node) : undefined;
      const named = value ? listNamedFields(value, file, project) : [{ field: '*', node }];
      for (const { field, node: at } of named) recorder.add(section, `${key} ${field}`, at);
    }
  }
}
