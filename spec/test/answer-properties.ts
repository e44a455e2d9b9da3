import { describeLocation } from '../scripts/describe-location.js';
import type { EditableDocument } from './compare-edited.js';

/** One place in a document where a property of an answer, or of a delivered event, is written. */
export interface PropertySite {
  readonly keys: readonly string[];
  /** How the report may call it: once for every way that leads to it. */
  readonly locations: Set<string>;
  /** Levels of properties inside it. Deleting it hides those, so they are deleted in another round. */
  readonly height: number;
}

/** Every property that a caller can receive, through references, lists, maps and combinators. */
export function listAnswerProperties(document: EditableDocument): PropertySite[] {
  const sites = new Map<string, PropertySite>();
  const walk = (schema: EditableDocument, place: string[], way: string[]): number => {
    const { node, keys } = follow(document, schema, place);
    const heights = Object.entries(node.properties ?? {}).map(([name, property]) => {
      const at = [...keys, 'properties', name];
      const step = [...way, 'properties', name];
      const height = walk(property, at, step);
      const site = sites.get(at.join('\n')) ?? { keys: at, locations: new Set(), height };
      site.locations.add(describeLocation(toPointer(step)));
      sites.set(at.join('\n'), site);
      return height + 1;
    });
    const inner = innerSchemas(node).map(({ inside, schema: part }) =>
      walk(part, [...keys, ...inside], [...way, ...inside]),
    );
    return Math.max(0, ...heights, ...inner);
  };
  for (const { schema, place, way } of listAnswers(document)) walk(schema, place, way);
  return [...sites.values()];
}

/** Groups the sites so that within a round none hides another, and no two share a name. */
export function planRounds(sites: readonly PropertySite[]): PropertySite[][] {
  const rounds: Array<{ height: number; names: Set<string>; sites: PropertySite[] }> = [];
  for (const site of sites) {
    const names = [...site.locations];
    let round = rounds.find(
      ({ height, names: taken }) => height === site.height && !names.some((name) => taken.has(name)),
    );
    if (!round) {
      round = { height: site.height, names: new Set(), sites: [] };
      rounds.push(round);
    }
    round.sites.push(site);
    for (const name of names) round.names.add(name);
  }
  return rounds.map((round) => round.sites);
}

export function deleteSite(document: EditableDocument, { keys }: PropertySite): void {
  const holder = keys.slice(0, -1).reduce((node, key) => node[key], document);
  delete holder[keys.at(-1) ?? ''];
}

interface Answer {
  readonly schema: EditableDocument;
  /** Where the schema is written. */
  readonly place: string[];
  /** How a caller comes to it. */
  readonly way: string[];
}

function listAnswers(document: EditableDocument): Answer[] {
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

/** The nodes two levels down, which are the operations of paths and the responses of an operation. */
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
