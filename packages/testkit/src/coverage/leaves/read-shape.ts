import { asObject, type Document, isObject } from '@parley/validation';
import { allowsNull, flatten, namesOf, type Part, type Place, valuesOf } from './flatten.js';
import type { Leaf, LeafKind, Shape, Variant } from './shape.js';

/** Returns the leaf of a place; `undefined` where none is expected. */
export type CreateLeaf = (kind: LeafKind, place: Place, value?: unknown) => Leaf | undefined;

export interface ShapeOptions {
  readonly document: Document;
  readonly createLeaf: CreateLeaf;
}

/** Reads a schema as a tree of leaves. */
export function readShape(options: ShapeOptions, schema: unknown, place: Place): Shape {
  return read(options, [{ schema, place }], place);
}

function read(options: ShapeOptions, schemas: readonly Part[], place: Place): Shape {
  const { document, createLeaf } = options;
  const { parts, unions } = flatten(document, schemas);
  if (place.depth > deepest) throw new Error(`${place.path} has more levels than can be counted.`);
  const items = parts.filter(({ schema }) => isObject(asObject(schema).items));
  const entries = parts.filter(({ schema }) => isObject(asObject(schema).additionalProperties));
  const isNullable = schemas.every(({ schema }) => allowsNull(document, schema));
  return {
    present: createLeaf('property', place),
    absent: isNullable ? createLeaf('null', place) : undefined,
    values: readValues(options, parts, place),
    properties: readProperties(options, parts, place),
    items: readInner(options, { parts: items, keyword: 'items', place, step: '[]' }),
    entries: readInner(options, { parts: entries, keyword: 'additionalProperties', place, step: '{}' }),
    variants: unions.flatMap((branches) => branches.map((branch) => readVariant(options, branch, place))),
    isComplete: false,
  };
}

/** A component that contains itself is read only once, so a deeper schema is a mistake. */
const deepest = 20;

function readValues({ createLeaf }: ShapeOptions, parts: readonly Part[], place: Place): Map<unknown, Leaf> {
  const leaves = valuesOf(parts).map((value) => [value, createLeaf('value', place, value)] as const);
  return new Map(leaves.flatMap(([value, leaf]) => (leaf ? [[value, leaf]] : [])));
}

function readProperties(
  options: ShapeOptions,
  parts: readonly Part[],
  { path, depth }: Place,
): Array<[string, Shape]> {
  return namesOf(parts).map((name) => {
    const declared = parts.flatMap(({ schema, place }) => {
      const property = asObject(asObject(schema).properties)[name];
      const step = { component: place.component, inner: join(place.inner, name), above: place.above };
      return property === undefined
        ? []
        : [{ schema: property, place: { path: join(path, name), depth: depth + 1, ...step } }];
    });
    return [name, read(options, declared, declared.at(-1)?.place ?? { ...noPlace, path })];
  });
}

const noPlace: Place = { path: '', component: '', inner: '', depth: 0, above: new Set() };

function readInner(
  options: ShapeOptions,
  { parts, keyword, place, step }: { parts: readonly Part[]; keyword: string; place: Place; step: string },
): Shape | undefined {
  const inner = parts.map(({ schema, place: { component, inner, above } }) => ({
    schema: asObject(schema)[keyword],
    place: {
      path: `${place.path}${step}`,
      component,
      inner: `${inner}${step}`,
      depth: place.depth + 1,
      above,
    },
  }));
  return inner[0] && read(options, inner, inner[0].place);
}

function readVariant(options: ShapeOptions, branch: Part, { path, depth }: Place): Variant {
  const { parts } = flatten(options.document, [branch]);
  const constants = namesOf(parts).flatMap((name) => {
    const properties = parts.map(({ schema, place }) => ({
      schema: asObject(asObject(asObject(schema).properties)[name]),
      place,
    }));
    const values = valuesOf(properties);
    return values.length === 1 ? [[name, new Set(values)] as const] : [];
  });
  const named = String(asObject(branch.schema).$ref ?? '')
    .split('/')
    .at(-1);
  const place = { ...branch.place, path: `${path}<${named}>`, depth: depth + 1 };
  return { constants, shape: read(options, [branch], place) };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
