import { describeLocation } from '../scripts/describe-location.js';
import type { EditableDocument } from './compare-edited.js';

/** One location in a document where a property of a response, or of a delivered event, is declared. */
export interface PropertySite {
  readonly id: string;
  readonly keys: readonly string[];
  /** The possible names in the report: one for every path that leads to it. */
  readonly locations: Set<string>;
  /** The ids of the properties that contain it. Deleting one of them hides it, so they are deleted in other rounds. */
  readonly holders: Set<string>;
}

/** Lists every property that a caller can receive, through references, lists, maps and combinators. */
export function listResponseProperties(document: EditableDocument): PropertySite[] {
  const sites = new Map<string, PropertySite>();
  const open = new Set<string>();
  const walk = (body: SentBody, holders: readonly string[]): void => {
    // A schema that contains itself is walked only once.
    const target = typeof body.schema.$ref === 'string' ? body.schema.$ref : undefined;
    if (target !== undefined && open.has(target)) return;
    if (target !== undefined) open.add(target);
    walkInside(body, holders);
    if (target !== undefined) open.delete(target);
  };
  const walkInside = ({ schema, place, way }: SentBody, holders: readonly string[]): void => {
    const { node, keys } = follow(document, schema, place);
    for (const [name, property] of Object.entries<EditableDocument>(node.properties ?? {})) {
      const at = [...keys, 'properties', name];
      const step = [...way, 'properties', name];
      const id = toPointer(at);
      const site = sites.get(id) ?? { id, keys: at, locations: new Set(), holders: new Set() };
      sites.set(id, site);
      site.locations.add(describeLocation(toPointer(step)));
      for (const holder of holders) site.holders.add(holder);
      walk({ schema: property, place: at, way: step }, [...holders, id]);
    }
    for (const { inside, schema: part } of innerSchemas(node))
      walk({ schema: part, place: [...keys, ...inside], way: [...way, ...inside] }, holders);
  };
  for (const response of listSentBodies(document)) walk(response, []);
  return [...sites.values()];
}

/**
 * Groups the properties into rounds; those of one round are deleted together. No property of a round contains another
 * one, and the report names each of them differently.
 */
export function planRounds(sites: readonly PropertySite[]): PropertySite[][] {
  const rounds: PropertySite[][] = [];
  for (const site of sites) {
    const round = rounds.find((others) => others.every((other) => canShareRound(site, other)));
    if (round) round.push(site);
    else rounds.push([site]);
  }
  return rounds;
}

function canShareRound(one: PropertySite, other: PropertySite): boolean {
  if (one.holders.has(other.id) || other.holders.has(one.id)) return false;
  const sentences = [one, other].map(nameByComponent);
  // The branches of a choice have one location, and are distinguished by their components.
  if (sentences.every((sentence) => sentence !== undefined)) return sentences[0] !== sentences[1];
  return ![...one.locations].some((location) => other.locations.has(location));
}

/** Returns the message of the report about a property of a component; the report may not name deeper ones. */
export function nameByComponent({ keys }: PropertySite): string | undefined {
  const [, kind, component] = keys;
  return kind === 'schemas' && keys.length === 5
    ? `Property \`${keys.at(-1)}\` of \`${component}\` was removed.`
    : undefined;
}

export function deleteSite(document: EditableDocument, { keys }: PropertySite): void {
  const holder = keys.slice(0, -1).reduce((node, key) => node[key], document);
  delete holder[keys.at(-1) ?? ''];
}

interface SentBody {
  readonly schema: EditableDocument;
  /** The location of the schema. */
  readonly place: string[];
  /** The path by which a caller reaches it. */
  readonly way: string[];
}

function listSentBodies(document: EditableDocument): SentBody[] {
  const responses = listNodes(document.paths, ['paths']).flatMap(({ node, keys }) =>
    listNodes({ responses: node.responses ?? {} }, keys),
  );
  const deliveries = listNodes(document.webhooks, ['webhooks']).map(({ node, keys }) => ({
    node: node.requestBody,
    keys: [...keys, 'requestBody'],
  }));
  return [...responses, ...deliveries].flatMap(({ node, keys }) => {
    const holder = follow(document, node, keys);
    const tail = ['content', 'application/json', 'schema'];
    const schema = holder.node.content?.['application/json']?.schema;
    return schema ? [{ schema, place: [...holder.keys, ...tail], way: [...keys, ...tail] }] : [];
  });
}

/** Lists the nodes two levels down: the operations of paths, or the responses of an operation. */
function listNodes(map: EditableDocument, keys: string[]): Array<{ node: EditableDocument; keys: string[] }> {
  return Object.entries(map).flatMap(([outer, inner]: [string, EditableDocument]) =>
    Object.entries(inner)
      .filter(([, node]) => !Array.isArray(node))
      .map(([key, node]) => ({ node, keys: [...keys, outer, key] })),
  );
}

function innerSchemas(node: EditableDocument): Array<{ inside: string[]; schema: EditableDocument }> {
  const lists = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    (node[keyword] ?? []).map((schema: EditableDocument, index: number) => ({
      inside: [keyword, String(index)],
      schema,
    })),
  );
  const singles = ['items', 'additionalProperties']
    .filter((keyword) => typeof node[keyword] === 'object')
    .map((keyword) => ({ inside: [keyword], schema: node[keyword] }));
  return [...lists, ...singles];
}

function follow(
  document: EditableDocument,
  node: EditableDocument,
  keys: string[],
): { node: EditableDocument; keys: string[] } {
  if (typeof node.$ref !== 'string') return { node, keys };
  const target = node.$ref.slice('#/'.length).split('/');
  return follow(
    document,
    target.reduce((step: EditableDocument, key: string) => step[key], document),
    target,
  );
}

function toPointer(keys: readonly string[]): string {
  return `#/${keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}
