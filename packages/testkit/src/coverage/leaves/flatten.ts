import { asArray, asObject, type Document, findReference, follow, isObject } from '@parley/validation';

/** Where a value is declared. */
export interface Place {
  /** The path in the body, for example `data.handles[].value`. */
  readonly path: string;
  /** The component that declares it, and the path in that component. */
  readonly component: string;
  readonly inner: string;
  readonly depth: number;
  /** The components that lead here. A component that contains itself is read only once. */
  readonly above: ReadonlySet<string>;
}

/** One of the schemas that a value must match. */
export interface Part {
  readonly schema: unknown;
  readonly place: Place;
}

export interface FlatParts {
  readonly parts: readonly Part[];
  /** The unions with more than one branch beside null. */
  readonly unions: ReadonlyArray<readonly Part[]>;
}

/** Follows references, `allOf` and unions with one branch. */
export function flatten(document: Document, schemas: readonly Part[]): FlatParts {
  const flat = schemas.map((part) => flattenOne(document, part));
  return { parts: flat.flatMap(({ parts }) => parts), unions: flat.flatMap(({ unions }) => unions) };
}

function flattenOne(document: Document, { schema, place }: Part): FlatParts {
  const { $ref, allOf, oneOf, anyOf, ...own } = asObject(schema);
  const inner: Part[] = asArray(allOf).map((part) => ({ schema: part, place }));
  if (typeof $ref === 'string') {
    const component = $ref.split('/').at(-1) ?? $ref;
    const isOpen = place.above.has(component);
    const above = new Set([...place.above, component]);
    const schema = isOpen ? {} : findReference(document, $ref);
    inner.push({ schema, place: { ...place, component, inner: '', above } });
  }
  const unions = [oneOf, anyOf]
    .filter(Array.isArray)
    .map((branches: unknown[]) => branches.filter((branch) => !isOnlyNull(document, branch)))
    .map((branches) => branches.map((branch) => ({ schema: branch, place })));
  inner.push(...unions.filter(({ length }) => length === 1).flat());
  const rest = flatten(document, inner);
  return {
    parts: [{ schema: own, place }, ...rest.parts],
    unions: [...unions.filter(({ length }) => length > 1), ...rest.unions],
  };
}

function isOnlyNull(document: Document, branch: unknown): boolean {
  const { type, const: constant } = follow(document, branch);
  return type === 'null' || constant === null;
}

export function allowsNull(document: Document, schema: unknown): boolean {
  if (!isObject(schema)) return true;
  const { $ref, type, enum: values, const: constant, allOf, oneOf, anyOf } = schema;
  const unions = [oneOf, anyOf].filter(Array.isArray);
  return (
    (type === undefined || [type].flat().includes('null')) &&
    (values === undefined || asArray(values).includes(null)) &&
    (constant === undefined || constant === null) &&
    (typeof $ref !== 'string' || allowsNull(document, findReference(document, $ref))) &&
    asArray(allOf).every((part) => allowsNull(document, part)) &&
    unions.every((branches: unknown[]) => branches.some((branch) => allowsNull(document, branch)))
  );
}

/** Returns the values of an enumeration without null; empty where any value is allowed. */
export function valuesOf(parts: readonly Part[]): unknown[] {
  const lists = parts.flatMap(({ schema }) => {
    const { const: constant, enum: values, 'x-extensible-enum': known } = asObject(schema);
    const list = constant === undefined ? (values ?? known) : [constant];
    return Array.isArray(list) ? [list.filter((value) => value !== null)] : [];
  });
  return lists.reduce((common, list) => common.filter((value) => list.includes(value)), lists[0] ?? []);
}

export function namesOf(parts: readonly Part[]): string[] {
  return [...new Set(parts.flatMap(({ schema }) => Object.keys(asObject(asObject(schema).properties))))];
}
