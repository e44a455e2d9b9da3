import { isObject, listOf, objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { describeLocation } from '../describe-location.js';
import { type ContractDocument, childPointer } from '../read-document.js';
import { methods } from './compare-each.js';
import { informing } from './compare-texts.js';
import { isSameContent } from './compare-unjudged.js';
import type { IsUnchanged } from './is-unchanged.js';
import type { Located } from './located.js';

/** An object of OpenAPI that is no schema. */
interface Kind {
  /** The keys that other files compare. */
  readonly judged: readonly string[];
  /** The keys with an object, and with a map or a list of objects; each has the kind of these objects. */
  readonly one?: Readonly<Record<string, Kind>>;
  readonly many?: Readonly<Record<string, Kind>>;
  /** Returns the name that partners have for an operation or an event. */
  readonly nameOf?: (value: JsonObject, key: string) => string;
}

const mediaType: Kind = { judged: ['schema', 'encoding'] };
const serialization = ['style', 'explode', 'allowReserved', 'allowEmptyValue'];
const header: Kind = {
  judged: ['$ref', 'required', 'schema', 'content', ...serialization],
  many: { content: mediaType },
};
const parameter: Kind = { ...header, judged: [...header.judged, 'name', 'in'] };
const response: Kind = {
  judged: ['$ref', 'headers', 'content', 'links'],
  many: { headers: header, content: mediaType },
};
const body: Kind = { judged: ['$ref', 'required', 'content'], many: { content: mediaType } };
const event: Kind = {
  judged: ['operationId', 'parameters', 'requestBody', 'responses'],
  one: { requestBody: body },
  many: { parameters: parameter, responses: response },
};
const operation: Kind = {
  ...event,
  judged: [...event.judged, 'security', 'servers'],
  nameOf: ({ operationId }) => String(operationId),
};

function itemOf(kind: Kind): Kind {
  return {
    judged: [...methods, 'parameters'],
    one: Object.fromEntries(methods.map((method) => [method, kind])),
    many: { parameters: parameter },
  };
}

const pathItem: Kind = {
  ...itemOf(operation),
  judged: [...itemOf(operation).judged, 'servers'],
};
const eventItem: Kind = { ...itemOf(event), nameOf: (_value, key) => key };
const components: Kind = {
  judged: [
    ...['schemas', 'securitySchemes'],
    ...['responses', 'parameters', 'headers', 'requestBodies', 'pathItems'],
  ],
  many: {
    responses: response,
    parameters: parameter,
    headers: header,
    requestBodies: body,
    pathItems: pathItem,
  },
};
const document: Kind = {
  judged: ['openapi', 'info', 'servers', 'security', 'paths', 'webhooks', 'components'],
  one: { components },
  many: { paths: pathItem, webhooks: eventItem },
};

/**
 * Reports changed keys that no comparison understands, such as `callbacks`. They may hide a break, so each counts as a break.
 * `compare-unjudged.ts` does the same for schemas.
 */
export function compareUnknownKeys(
  base: ContractDocument,
  head: ContractDocument,
  isUnchanged: IsUnchanged,
): Located[] {
  return walk({ kind: document, before: base, after: head, pointer: '#', user: '' }, isUnchanged);
}

/** An object that both documents have. */
interface Node {
  readonly kind: Kind;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly pointer: string;
  readonly user: string;
}

function walk({ kind, before, after, pointer, user }: Node, isUnchanged: IsUnchanged): Located[] {
  const unknown = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !kind.judged.includes(key) && !informing.has(key) && !key.startsWith('x-'),
  );
  const found = unknown
    .filter((key) => !isSameContent(before[key], after[key], isUnchanged))
    .map(
      (key): Located => ({
        rule: 'keyword-changed',
        severity: 'breaking',
        sentence: `\`${key}\` changed, and the gate cannot judge that keyword.`,
        location: `${describeLocation(pointer)} > ${key}`,
        source: childPointer(pointer, key),
        user,
      }),
    );
  return [
    ...found,
    ...listInner({ kind, before, after, pointer, user }).flatMap((inner) => walk(inner, isUnchanged)),
  ];
}

function listInner({ kind, before, after, pointer, user }: Node): Node[] {
  const nodeAt = (own: Kind, one: unknown, other: unknown, keys: readonly string[]): Node[] => {
    if (!isObject(one) || !isObject(other) || one === other) return [];
    const named = own.nameOf?.(one, keys.at(-1) ?? '') ?? user;
    return [{ kind: own, before: one, after: other, pointer: childPointer(pointer, ...keys), user: named }];
  };
  const single = Object.entries(kind.one ?? {}).flatMap(([key, own]) =>
    nodeAt(own, before[key], after[key], [key]),
  );
  const several = Object.entries(kind.many ?? {}).flatMap(([key, own]) => {
    const [was, is] = [before[key], after[key]].map(membersOf);
    return Object.entries(was ?? {}).flatMap(([name, [place, one]]) =>
      nodeAt(own, one, is?.[name]?.[1], [key, place]),
    );
  });
  return [...single, ...several];
}

/** The members of a map by their keys, and parameters by their names, with their places in the list. */
function membersOf(value: unknown): Record<string, readonly [place: string, member: unknown]> {
  const entries = Array.isArray(value)
    ? listOf(value).map((member, index) => [nameParameter(objectOf(member)), String(index), member] as const)
    : Object.entries(objectOf(value)).map(([key, member]) => [key, key, member] as const);
  return Object.fromEntries(entries.map(([name, place, member]) => [name, [place, member]]));
}

function nameParameter({ $ref, in: place, name }: JsonObject): string {
  return String($ref ?? `${place} ${name}`);
}
