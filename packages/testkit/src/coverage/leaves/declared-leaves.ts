import { asObject, type Document, follow } from '@parley/validation';
import { documentOf } from '../../wire/documents.js';
import { findOperation, listOperations } from '../../wire/find-operation.js';
import { readErrorKeys } from '../../wire/read-error-keys.js';
import type { SeenStatus } from '../../wire/seen-status.js';
import { type ApiVersion, apiVersions } from '../../wire/versions.js';
import type { Place } from './flatten.js';
import { type CreateLeaf, readShape } from './read-shape.js';
import { type Leaf, type LeafKind, listLeaves, type Shape } from './shape.js';

/** The leaves of one operation or event. Those of a component belong to each that refers to it. */
export interface DeclaredLeaves {
  /** For example `v3 getChat`, or `v3 event chat.updated`. */
  readonly owner: string;
  readonly leaves: readonly Leaf[];
}

/** Lists the leaves of every JSON response and event of both documents. */
export function listDeclaredLeaves(): DeclaredLeaves[] {
  return apiVersions.flatMap((version) => [
    ...listOperations(version).map(({ operationId, responses }) => ({
      owner: `${version} ${operationId}`,
      leaves: Object.keys(responses).flatMap((status) =>
        leavesOf(responseShapes({ version, operationId, status: Number(status) })),
      ),
    })),
    ...Object.keys(asObject(documentOf(version).root.webhooks)).map((event) => ({
      owner: `${version} event ${event}`,
      leaves: leavesOf(eventShapes(version, event)),
    })),
  ]);
}

function leavesOf(shapes: readonly Shape[]): Leaf[] {
  return shapes.flatMap(listLeaves);
}

const known = new Map<string, readonly Shape[]>();

/**
 * Returns the shapes of a JSON response, which are read on first use. Operations share the components of errors, so only
 * the key is expected of each operation.
 */
export function responseShapes(seen: SeenStatus): readonly Shape[] {
  const { version, operationId, status } = seen;
  const owner = `${version} ${operationId} ${status}`;
  return remember(owner, () => {
    const operation = findOperation(version, operationId);
    const response = asObject(operation.responses[status]);
    if (status < 400) return readBody(operation.document, response, bodyLeaf(version, owner));
    const component = componentOf(response.$ref) || owner;
    const keys = readErrorKeys(operation, status).map(
      (key) => [key, leafOf('key', `${owner} ${key}`)] as const,
    );
    return [
      ...remember(`${version} ${component}`, () =>
        readBody(operation.document, response, componentLeaf(version, component)),
      ),
      errorKeyShape(new Map(keys)),
    ];
  });
}

export function eventShapes(version: ApiVersion, event: string): readonly Shape[] {
  const owner = `${version} event ${event}`;
  return remember(owner, () => {
    const document = documentOf(version);
    const { post } = follow(document, asObject(document.root.webhooks)[event]);
    const { requestBody } = asObject(post);
    const { schema } = asObject(asObject(follow(document, requestBody).content)['application/json']);
    const { data } = asObject(follow(document, schema).properties);
    return readBody(document, requestBody, eventLeaf(version, owner, componentOf(asObject(data).$ref)));
  });
}

function remember(owner: string, read: () => readonly Shape[]): readonly Shape[] {
  const shapes = known.get(owner) ?? read();
  known.set(owner, shapes);
  return shapes;
}

function readBody(document: Document, holder: unknown, createLeaf: CreateLeaf): Shape[] {
  const { content } = follow(document, holder);
  const { schema } = asObject(asObject(content)['application/json']);
  const component = componentOf(asObject(holder).$ref);
  const place = { path: '', component, inner: '', depth: 0, above: new Set<string>() };
  return schema === undefined ? [] : [readShape({ document, createLeaf }, schema, place)];
}

function componentOf(reference: unknown): string {
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '';
}

/** A property and its null are expected of each body; the values of an enumeration are expected once of its component. */
function bodyLeaf(version: ApiVersion, owner: string): CreateLeaf {
  return (kind, place, value) => {
    if (place.path === '') return undefined;
    if (kind === 'value')
      return leafOf(kind, `${componentName(version, owner, place)} = ${JSON.stringify(value)}`);
    const name = nameInFeed(version, place.path) ?? `${owner} ${place.path}`;
    return leafOf(kind, `${name}${kind === 'null' ? ' = null' : ''}`);
  };
}

/** The data of an event in the feed is presented by the same function as in a delivery, so both have the same leaves. */
function nameInFeed(version: ApiVersion, path: string): string | undefined {
  const [, component = '', inner] = /^data\[\]<(\w+Event)>\.(data\..+)$/.exec(path) ?? [];
  if (inner === undefined) return undefined;
  const { schemas } = asObject(documentOf(version).root.components);
  const { data } = asObject(asObject(asObject(schemas)[component]).properties);
  return `${version} event with ${componentOf(asObject(data).$ref)} ${inner}`;
}

/** Events with the same kind of data share its leaves; the fields around the data are expected of each event. */
function eventLeaf(version: ApiVersion, owner: string, data: string): CreateLeaf {
  const ofEvent = bodyLeaf(version, owner);
  const ofData = bodyLeaf(version, `${version} event with ${data}`);
  return (kind, place, value) => (place.path.startsWith('data.') ? ofData : ofEvent)(kind, place, value);
}

function componentLeaf(version: ApiVersion, owner: string): CreateLeaf {
  return (kind, place, value = null) => {
    if (place.path === '' || place.path === 'error.messageKey') return undefined;
    const name = componentName(version, owner, place);
    return leafOf(kind, kind === 'property' ? name : `${name} = ${JSON.stringify(value)}`);
  };
}

function componentName(version: ApiVersion, owner: string, { component, inner, path }: Place): string {
  return component === '' ? `${owner} ${path}` : `${version} ${component}.${inner}`;
}

function errorKeyShape(values: ReadonlyMap<string, Leaf>): Shape {
  const messageKey = { ...emptyShape, values, isComplete: false };
  const error = { ...emptyShape, properties: [['messageKey', messageKey] as const] };
  return { ...emptyShape, properties: [['error', error]] };
}

const emptyShape: Shape = {
  ...{ present: undefined, absent: undefined, items: undefined, entries: undefined },
  ...{ values: new Map(), properties: [], variants: [], isComplete: false },
};

const leaves = new Map<string, Leaf>();

function leafOf(kind: LeafKind, name: string): Leaf {
  const leaf = leaves.get(name) ?? { name, kind, isSeen: false };
  leaves.set(name, leaf);
  return leaf;
}
