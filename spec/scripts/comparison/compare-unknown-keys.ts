import { isObject, listOf, objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import type { ContractDocument } from '../read-document.js';
import { methods, shapeOf } from './compare-each.js';
import { nameParameter } from './compare-parameters.js';
import { informing } from './compare-texts.js';
import { isSameContent } from './compare-unjudged.js';
import { follow } from './follow.js';
import type { IsUnchanged } from './is-unchanged.js';
import type { Located } from './located.js';

/** An object of OpenAPI that is no schema. */
interface Kind {
  /** The keys that other files compare. */
  readonly judged: readonly string[];
  /** The objects in it, by the key that holds them. */
  readonly parts?: Readonly<Record<string, Part>>;
}

/** An object, or each object of a map or a list. */
interface Part {
  readonly kind: Kind;
  /** Returns what identifies a member of the map or the list; absent for a single object. */
  readonly nameOf?: (key: string, member: JsonObject) => string;
  /** The words of a location for it; it has none of its own where they are absent. */
  readonly label?: (name: string) => string;
}

const byKey = (key: string): string => key;
const inAnyCase = (key: string): string => key.toLowerCase();
const byUrl = (_key: string, { url }: JsonObject): string => String(url);

const mediaType: Kind = { judged: ['schema', 'encoding'] };
const content: Part = { kind: mediaType, nameOf: byKey, label: byKey };
const serialization = ['style', 'explode', 'allowReserved', 'allowEmptyValue'];
const header: Kind = { judged: ['required', 'schema', 'content', ...serialization], parts: { content } };
const parameter: Kind = { ...header, judged: [...header.judged, 'name', 'in'] };
const parameters: Part = {
  kind: parameter,
  nameOf: (_key, value) => nameParameter({ value }),
  label: byKey,
};
const headers: Part = { kind: header, nameOf: inAnyCase, label: (name) => `header ${name}` };
const response: Kind = { judged: ['headers', 'content', 'links'], parts: { headers, content } };
const body: Kind = { judged: ['required', 'content'], parts: { content } };
const event: Kind = {
  judged: ['operationId', 'parameters', 'requestBody', 'responses'],
  parts: {
    parameters,
    requestBody: { kind: body, label: () => 'request' },
    responses: { kind: response, nameOf: byKey, label: byKey },
  },
};
const operation: Kind = { ...event, judged: [...event.judged, 'security', 'servers'] };
/** The operations of a path are compared by themselves, each at its own place. */
const pathItem: Kind = { judged: [...methods, 'parameters', 'servers'], parts: { parameters } };
const eventItem: Kind = {
  judged: [...methods, 'parameters'],
  parts: { parameters, ...partsOfItem(event) },
};

function partsOfItem(kind: Kind): Record<string, Part> {
  return Object.fromEntries(methods.map((method) => [method, { kind }]));
}

const components: Readonly<Record<string, Kind>> = {
  responses: response,
  parameters: parameter,
  headers: header,
  requestBodies: body,
  pathItems: { ...pathItem, parts: { parameters, ...partsOfItem(operation) } },
  securitySchemes: {
    judged: ['type', 'scheme', 'in', 'name', 'openIdConnectUrl', 'flows', 'bearerFormat'],
  },
};
const document: Kind = {
  judged: ['openapi', 'info', 'servers', 'security', 'paths', 'webhooks', 'components'],
  parts: {
    info: { kind: { judged: ['version'] }, label: () => 'info' },
    servers: { kind: { judged: ['url', 'variables'] }, nameOf: byUrl, label: () => 'servers' },
    components: {
      kind: { judged: [...Object.keys(components), 'schemas', 'links'] },
      label: () => 'components',
    },
  },
};

/** The location of an object that both documents have, and its operation or event. */
type Place = Pick<Located, 'location' | 'user'>;

interface Node {
  readonly kind: Kind;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** A path has one for each of its operations. */
  readonly places: readonly Place[];
}

/**
 * Reports changed keys that no comparison understands, such as `callbacks`. They may hide a break, so each counts as a break.
 * `compare-unjudged.ts` does the same for schemas.
 */
export function compareUnknownKeys(
  base: ContractDocument,
  head: ContractDocument,
  isUnchanged: IsUnchanged,
): Located[] {
  const compare = ({ kind, before, after, places }: Node): Located[] => {
    const unknown = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (key) => !kind.judged.includes(key) && !informing.has(key) && !key.startsWith('x-'),
    );
    const changed = unknown.filter((key) => !isSameContent(before[key], after[key], isUnchanged));
    const found = changed.flatMap((key) =>
      places.map(
        ({ location, user }): Located => ({
          rule: 'keyword-changed',
          severity: 'breaking',
          sentence: `\`${key}\` changed, and the gate cannot judge that keyword.`,
          location: `${location} > ${key}`,
          user,
        }),
      ),
    );
    const parts = Object.entries(kind.parts ?? {}).flatMap(([key, part]) =>
      pairParts(part, before[key], after[key]).map(
        ([name, one, other]): Node => ({
          kind: part.kind,
          before: one,
          after: other,
          places: part.label ? places.map((place) => below(place, part.label?.(name) ?? '')) : places,
        }),
      ),
    );
    return [...found, ...parts.flatMap(compare)];
  };

  /** Pairs the objects of both documents. A reference that is the same in both is compared among the components. */
  const pairParts = ({ nameOf }: Part, was: unknown, is: unknown): [string, JsonObject, JsonObject][] => {
    if (nameOf === undefined) return pairOne('', was, is);
    const members = (document: ContractDocument, value: unknown) =>
      new Map(
        Object.entries(Array.isArray(value) ? listOf(value) : objectOf(value)).map(([key, member]) => [
          nameOf(key, follow(document, member, '#').value),
          member,
        ]),
      );
    const others = members(head, is);
    return [...members(base, was)].flatMap(([name, member]) => pairOne(name, member, others.get(name)));
  };
  const pairOne = (name: string, was: unknown, is: unknown): [string, JsonObject, JsonObject][] => {
    if (!isObject(was) || !isObject(is) || (was.$ref !== undefined && was.$ref === is.$ref)) return [];
    return [[name, follow(base, was, '#').value, follow(head, is, '#').value]];
  };

  const whole: Node = {
    kind: document,
    before: base,
    after: head,
    places: [{ location: 'document', user: '' }],
  };
  const shared = Object.entries(components).flatMap(([key, kind]) =>
    pairParts({ kind, nameOf: byKey }, partOf(base, key), partOf(head, key)).map(
      ([name, before, after]): Node => {
        const location = `component > ${key} > ${name}`;
        return { kind, before, after, places: [{ location, user: '' }] };
      },
    ),
  );
  const events = pairParts({ kind: eventItem, nameOf: byKey }, base.webhooks, head.webhooks).map(
    ([name, before, after]): Node => {
      return { kind: eventItem, before, after, places: [{ location: `webhook > ${name}`, user: name }] };
    },
  );
  return [whole, ...listPaths(base, head), ...events, ...shared].flatMap(compare);
}

function partOf({ components: all }: ContractDocument, key: string): unknown {
  return objectOf(all)[key];
}

/** Each path of both documents, and each of its operations. The names of path parameters do not count. */
function listPaths(base: ContractDocument, head: ContractDocument): Node[] {
  const others = new Map(Object.entries(objectOf(head.paths)).map(([path, item]) => [shapeOf(path), item]));
  return Object.entries(objectOf(base.paths)).flatMap(([path, item]): Node[] => {
    const [before, after] = [objectOf(item), others.get(shapeOf(path))];
    if (!isObject(after)) return [];
    const operations = methods.flatMap((method): Node[] => {
      const [was, is] = [before[method], after[method]];
      const place = { location: `${method.toUpperCase()} ${path}`, user: String(objectOf(was).operationId) };
      return isObject(was) && isObject(is)
        ? [{ kind: operation, before: was, after: is, places: [place] }]
        : [];
    });
    const places = operations.flatMap((one) => one.places);
    return [{ kind: pathItem, before, after, places }, ...operations];
  });
}

function below({ location, user }: Place, label: string): Place {
  return { location: `${location} > ${label}`, user };
}
