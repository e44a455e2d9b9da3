import { objectOf, stringsOf } from '../../rules/read-json.js';
import {
  type ContractDocument,
  childNode,
  type DocumentNode,
  rootNode,
} from '../../scripts/read-document.js';
import { expandSchemas, readProperties } from '../../scripts/read-schema.js';

/**
 * Fields by their path, such as `events[].scopes`, each with its type: a JSON type, `uuid`, `date-time` or the name of
 * a resource; `|null` if null is allowed too, and `!` if the field is always present.
 */
export type Fields = Readonly<Record<string, string>>;

/** Returns the types that the contract declares for the fields of the specification, in the same notation. */
export function describeFields(holder: DocumentNode, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([place, expected]) => {
      const mark = isRequired(holder, place) ? '!' : '';
      return [place, `${describeType(findSchemas(holder, place), expected.replace('!', ''))}${mark}`];
    }),
  );
}

/**
 * Lists the fields of the contract, at every path of the specification, that are neither specified nor marked as
 * extensions.
 */
export function listUnmarked(holder: DocumentNode, fields: Fields): string[] {
  const parents = new Set(Object.keys(fields).map((place) => splitPlace(place).parent));
  return [...parents].flatMap((parent) =>
    expandSchemas(findSchemas(holder, parent)).flatMap(({ document, value }) =>
      Object.entries(objectOf(value.properties))
        .filter(([name]) => !(joinPlace(parent, name) in fields))
        .filter(([, property]) => !isExtension(document, property))
        .map(([name]) => joinPlace(parent, name)),
    ),
  );
}

/** Finds the schemas that describe the value at a path. */
export function findSchemas(holder: DocumentNode, place: string): DocumentNode[] {
  const steps = place.match(/\[\]|[^.[\]]+/g) ?? [];
  return steps.reduce<DocumentNode[]>(
    (schemas, step) =>
      step === '[]'
        ? expandSchemas(schemas)
            .filter(({ value }) => 'items' in value)
            .map((schema) => childNode(schema, 'items'))
        : [...(readProperties(schemas).get(step) ?? [])],
    [holder],
  );
}

/** Describes a type in the notation of the expectation; details that the expectation leaves open are omitted. */
function describeType(schemas: readonly DocumentNode[], expected: string): string {
  const expanded = expandSchemas(schemas);
  if (expected === 'any' && expanded.length > 0) return 'any';
  if (expanded.some(({ pointer }) => pointer === `#/components/schemas/${expected}`)) return expected;
  const types = new Set(expanded.flatMap(({ value }) => stringsOf([value.type].flat())));
  const format = expanded.map(({ value }) => value.format).find((name) => expected.startsWith(String(name)));
  const base = [...types]
    .filter((type) => type !== 'null')
    .map((type) => (type === 'string' && format) || type);
  return [...base, ...(types.has('null') && expected.endsWith('|null') ? ['null'] : [])].join('|');
}

function isRequired(holder: DocumentNode, place: string): boolean {
  const { parent, name } = splitPlace(place);
  return expandSchemas(findSchemas(holder, parent)).some(({ value }) =>
    stringsOf(value.required).includes(name),
  );
}

function isExtension(document: ContractDocument, property: unknown): boolean {
  const root = { ...rootNode(document), value: { property } };
  return (
    objectOf(property)['x-extension'] === true || childNode(root, 'property').value['x-extension'] === true
  );
}

function splitPlace(place: string): { parent: string; name: string } {
  const end = place.lastIndexOf('.');
  return { parent: place.slice(0, Math.max(end, 0)), name: place.slice(end + 1) };
}

function joinPlace(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
