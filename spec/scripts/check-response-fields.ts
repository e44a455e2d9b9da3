import type { Change } from './change.js';
import { describeLocation } from './describe-location.js';
import {
  type ContractDocument,
  childNode,
  childPointer,
  type DocumentNode,
  listOperationNodes,
  mapNodes,
} from './read-document.js';
import { expandSchemas, readProperties } from './read-schema.js';

/**
 * Reports every field that was removed from a response or an event. Redocly does so too, except if an `allOf` branch
 * lost so much that Redocly mistakes it for another branch; `named` are the locations that Redocly found.
 */
export function checkResponseFields(
  base: ContractDocument,
  head: ContractDocument,
  named: ReadonlySet<string>,
): Change[] {
  const current = new Map(listSentBodies(head).map(({ way, schema }) => [way, schema]));
  const lost = new Map<string, string[]>();
  for (const { way, schema } of listSentBodies(base)) {
    const after = current.get(way);
    for (const { site, location } of after ? listLostFields({ way, before: [schema], after: [after] }) : []) {
      lost.set(site, [...(lost.get(site) ?? []), location]);
    }
  }
  return [...lost].flatMap(([site, locations]) => {
    const [location = site] = locations;
    if (locations.some((name) => named.has(name))) return [];
    const sentence = `Property \`${site.split('/').at(-1)}\` was removed.`;
    return [{ rule: 'property-removed', location, sentence, severity: 'breaking' }];
  });
}

interface SentBody {
  /** The pointer from the operation or event. */
  readonly way: string;
  readonly schema: DocumentNode;
}

function listSentBodies(document: ContractDocument): SentBody[] {
  const responses = listOperationNodes(document, 'paths').flatMap((operation) =>
    mapNodes(childNode(operation, 'responses')).map(([status, holder]) => ({
      way: childPointer(operation.pointer, 'responses', status),
      holder,
    })),
  );
  const deliveries = listOperationNodes(document, 'webhooks').map((operation) => ({
    way: childPointer(operation.pointer, 'requestBody'),
    holder: childNode(operation, 'requestBody'),
  }));
  const tail = ['content', 'application/json', 'schema'];
  return [...responses, ...deliveries].map(({ way, holder }) => ({
    way: childPointer(way, ...tail),
    schema: childNode(holder, ...tail),
  }));
}

interface LostField {
  /** The pointer of the source: one removed field can affect many operations. */
  readonly site: string;
  readonly location: string;
}

interface Step {
  readonly way: string;
  readonly before: readonly DocumentNode[];
  readonly after: readonly DocumentNode[];
  /** The pointers on the way here, because a schema can contain itself. */
  readonly passed?: ReadonlySet<string>;
}

function listLostFields({ way, before, after, passed = new Set() }: Step): LostField[] {
  if (after.length === 0 || before.every(({ pointer }) => passed.has(pointer))) return [];
  const seen = new Set([...passed, ...before.map(({ pointer }) => pointer)]);
  const remaining = readProperties(after);
  const fields = [...readProperties(before)].flatMap(([name, properties]) => {
    const next = childPointer(way, 'properties', name);
    const kept = remaining.get(name);
    if (kept) return listLostFields({ way: next, before: properties, after: kept, passed: seen });
    return properties.map(({ site }) => ({ site, location: describeLocation(next) }));
  });
  const inner = ['items', 'additionalProperties'].flatMap((keyword) =>
    listLostFields({
      way: childPointer(way, keyword),
      before: readInner(before, keyword),
      after: readInner(after, keyword),
      passed: seen,
    }),
  );
  return [...fields, ...inner];
}

function readInner(schemas: readonly DocumentNode[], keyword: string): DocumentNode[] {
  return expandSchemas(schemas)
    .filter(({ value }) => typeof value[keyword] === 'object')
    .map((schema) => childNode(schema, keyword));
}
