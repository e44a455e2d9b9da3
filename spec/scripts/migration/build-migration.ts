import { objectOf } from '../../rules/read-json.js';
import type { DetailedSuccessor, FieldSuccessor, OperationSuccessor } from '../../rules/successor.js';
import { ContractError } from '../contract-error.js';
import {
  type ContractDocument,
  childNode,
  type DocumentNode,
  listOperationNodes,
  mapNodes,
  rootNode,
} from '../read-document.js';
import { checkFields } from './check-fields.js';
import { mapFields } from './map-fields.js';
import type { EventMigration, FieldMigration, Migration, OperationMigration } from './migration.js';

/**
 * Throws a list of everything that is missing in the `x-successor` keys of v2, and of everything that they name but v3
 * does not have.
 */
export function buildMigration(legacy: ContractDocument, current: ContractDocument): Migration {
  const problems: string[] = [];
  const operations = listOperationNodes(legacy, 'paths').map((operation) =>
    mapOperation({ operation, current: listOperationNodes(current, 'paths'), problems }),
  );
  const events = mapNodes(childNode(rootNode(legacy), 'webhooks')).map(([type, item]) =>
    mapEvent({ type, operation: childNode(item, 'post'), current, problems }),
  );
  if (problems.length > 0) {
    throw new ContractError(
      `The \`x-successor\` keys of v2 are incomplete or wrong:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
    );
  }
  return { operations, events };
}

interface OperationTask {
  readonly operation: DocumentNode;
  readonly current: readonly DocumentNode[];
  readonly problems: string[];
}

function mapOperation({ operation, current, problems }: OperationTask): OperationMigration {
  const operationId = String(operation.value.operationId);
  const successor = readSuccessor(operation);
  const head = {
    operationId,
    successor: successor?.operationId ?? null,
    followedBy: successor?.followedBy ?? [],
    note: successor?.note ?? null,
  };
  if (!successor) return { ...head, request: [], response: [] };
  const calls = [successor.operationId, ...head.followedBy].map((id) => {
    const found = current.find(({ value }) => value.operationId === id);
    if (!found) problems.push(`${operationId}: v3 has no operation \`${id}\`.`);
    return found;
  });
  const [first, last] = [calls[0], calls.at(-1)];
  if (!first || !last) return { ...head, request: [], response: [] };
  const request = [...mapParameters(operation, first, successor), ...mapBody(operation, first)];
  const response = mapFields(
    { from: '', to: '', schemas: responseOf(operation) },
    { root: responseOf(last), moved: successor.response ?? {} },
  );
  const [legacyRequest, currentRequest] = [requestOf(operation), requestOf(first)];
  problems.push(
    ...checkFields(`${operationId}, request`, request, { legacy: legacyRequest, current: currentRequest }),
    ...checkFields(`${operationId}, response`, response, {
      legacy: responseOf(operation),
      current: responseOf(last),
    }),
  );
  return { ...head, request, response };
}

interface EventTask {
  readonly type: string;
  readonly operation: DocumentNode;
  readonly current: ContractDocument;
  readonly problems: string[];
}

function mapEvent({ type, operation, current, problems }: EventTask): EventMigration {
  const declared = readSuccessor(operation);
  const events = mapNodes(childNode(rootNode(current), 'webhooks'));
  const [successor, item] = events.find(
    ([, event]) => childNode(event, 'post').value.operationId === declared?.operationId,
  ) ?? [null, null];
  if (declared && !item) problems.push(`${type}: v3 has no event \`${declared.operationId}\`.`);
  const head = { type, successor, note: declared?.note ?? null };
  if (!item) return { ...head, body: [] };
  const [legacyBody, currentBody] = [bodyOf(operation), bodyOf(childNode(item, 'post'))];
  const body = mapFields({ from: '', to: '', schemas: legacyBody }, { root: currentBody, moved: {} });
  problems.push(...checkFields(type, body, { legacy: legacyBody, current: currentBody }));
  return { ...head, body };
}

function readSuccessor({ value }: DocumentNode): DetailedSuccessor | null {
  // The lint rule known-extension-keys has checked the form of the value.
  const successor = (value['x-successor'] ?? null) as OperationSuccessor;
  return typeof successor === 'string' ? { operationId: successor } : successor;
}

/** A path parameter keeps its name by default; `x-successor` can name another location. */
function mapParameters(
  operation: DocumentNode,
  successor: DocumentNode,
  { parameters = {} }: DetailedSuccessor,
): FieldMigration[] {
  return listPathParameters(operation).map((name) => {
    const declared: FieldSuccessor | undefined = parameters[name];
    const nothing = { values: null, template: null, with: null, note: null };
    const from = `path.${name}`;
    if (declared === undefined) {
      // Parameter names can differ, so the last parameter of the new path is the successor.
      return { ...nothing, from, to: `path.${listPathParameters(successor).at(-1) ?? name}` };
    }
    if (typeof declared === 'string') return { ...nothing, from, to: declared };
    if ('gone' in declared) return { ...nothing, from, to: null, note: declared.gone };
    return {
      ...nothing,
      from,
      to: declared.to ?? from,
      template: declared.as ?? null,
      note: declared.note ?? null,
    };
  });
}

function listPathParameters({ pointer }: DocumentNode): string[] {
  return [...pointer.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function mapBody(operation: DocumentNode, successor: DocumentNode): FieldMigration[] {
  const schemas = bodyOf(operation);
  if (schemas.length === 0) return [];
  return mapFields({ from: 'body', to: 'body', schemas }, { root: requestOf(successor), moved: {} });
}

/** Returns a request as one object, with its path parameters and its body. */
function requestOf(operation: DocumentNode): DocumentNode[] {
  const path = Object.fromEntries(listPathParameters(operation).map((name) => [name, { type: 'string' }]));
  const [body] = bodyOf(operation);
  const properties = { path: { properties: path }, ...(body && { body: body.value }) };
  return [{ ...operation, value: { properties } }];
}

function bodyOf(operation: DocumentNode): DocumentNode[] {
  return present(childNode(operation, 'requestBody', 'content', 'application/json', 'schema'));
}

function responseOf(operation: DocumentNode): DocumentNode[] {
  return present(childNode(operation, 'responses', '200', 'content', 'application/json', 'schema'));
}

function present(node: DocumentNode): DocumentNode[] {
  return Object.keys(objectOf(node.value)).length > 0 ? [node] : [];
}
