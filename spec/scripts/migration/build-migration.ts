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

/** Fails with everything that v2 does not tell, and all that it tells and v3 does not have. */
export function buildMigration(legacy: ContractDocument, current: ContractDocument): Migration {
  const faults: string[] = [];
  const operations = listOperationNodes(legacy, 'paths').map((operation) =>
    mapOperation({ operation, current: listOperationNodes(current, 'paths'), faults }),
  );
  const events = mapNodes(childNode(rootNode(legacy), 'webhooks')).map(([type, item]) =>
    mapEvent({ type, operation: childNode(item, 'post'), current, faults }),
  );
  if (faults.length > 0) {
    throw new ContractError(
      `v2 does not say rightly how to come to v3:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
    );
  }
  return { operations, events };
}

interface OperationTask {
  readonly operation: DocumentNode;
  readonly current: readonly DocumentNode[];
  readonly faults: string[];
}

function mapOperation({ operation, current, faults }: OperationTask): OperationMigration {
  const operationId = String(operation.value.operationId);
  const told = readSuccessor(operation);
  const head = {
    operationId,
    successor: told?.operationId ?? null,
    followedBy: told?.followedBy ?? [],
    note: told?.note ?? null,
  };
  if (!told) return { ...head, request: [], response: [] };
  const calls = [told.operationId, ...head.followedBy].map((id) => {
    const found = current.find(({ value }) => value.operationId === id);
    if (!found) faults.push(`${operationId}: v3 has no operation \`${id}\`.`);
    return found;
  });
  const [first, last] = [calls[0], calls.at(-1)];
  if (!first || !last) return { ...head, request: [], response: [] };
  const request = [...mapParameters(operation, first, told), ...mapBody(operation, first)];
  const response = mapFields(
    { from: '', to: '', schemas: responseOf(operation) },
    { root: responseOf(last), moved: told.response ?? {} },
  );
  const [legacyRequest, currentRequest] = [requestOf(operation), requestOf(first)];
  faults.push(
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
  readonly faults: string[];
}

function mapEvent({ type, operation, current, faults }: EventTask): EventMigration {
  const told = readSuccessor(operation);
  const events = mapNodes(childNode(rootNode(current), 'webhooks'));
  const [successor, item] = events.find(
    ([, event]) => childNode(event, 'post').value.operationId === told?.operationId,
  ) ?? [null, null];
  if (told && !item) faults.push(`${type}: v3 has no event \`${told.operationId}\`.`);
  const head = { type, successor, note: told?.note ?? null };
  if (!item) return { ...head, body: [] };
  const [legacyBody, currentBody] = [bodyOf(operation), bodyOf(childNode(item, 'post'))];
  const body = mapFields({ from: '', to: '', schemas: legacyBody }, { root: currentBody, moved: {} });
  faults.push(...checkFields(type, body, { legacy: legacyBody, current: currentBody }));
  return { ...head, body };
}

function readSuccessor({ value }: DocumentNode): DetailedSuccessor | null {
  // Its form was checked by lint (known-extension-keys).
  const told = (value['x-successor'] ?? null) as OperationSuccessor;
  return typeof told === 'string' ? { operationId: told } : told;
}

/** A path parameter is one of the same name, unless it is told where it went. */
function mapParameters(
  operation: DocumentNode,
  successor: DocumentNode,
  { parameters = {} }: DetailedSuccessor,
): FieldMigration[] {
  return listPathParameters(operation).map((name) => {
    const told: FieldSuccessor | undefined = parameters[name];
    const nothing = { values: null, template: null, with: null, note: null };
    const from = `path.${name}`;
    if (told === undefined) {
      // The name of a parameter is only a name: the one that a path ends with is the one that is meant.
      return { ...nothing, from, to: `path.${listPathParameters(successor).at(-1) ?? name}` };
    }
    if (typeof told === 'string') return { ...nothing, from, to: told };
    if ('gone' in told) return { ...nothing, from, to: null, note: told.gone };
    return { ...nothing, from, to: told.to ?? from, template: told.as ?? null, note: told.note ?? null };
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

/** A request as one object, with its path parameters and its body. */
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
