/** Something that a test run must have seen on the wire at least once. */
export interface Leaf {
  readonly name: string;
  readonly kind: LeafKind;
  isSeen: boolean;
}

/** A property with a value, a property that is null, a value of an enumeration, or the key of an error. */
export type LeafKind = 'property' | 'null' | 'value' | 'key';

/** A schema as a tree of leaves. */
export interface Shape {
  /** Seen when there is a value other than null. */
  readonly present: Leaf | undefined;
  readonly absent: Leaf | undefined;
  readonly values: ReadonlyMap<unknown, Leaf>;
  readonly properties: ReadonlyArray<readonly [name: string, shape: Shape]>;
  readonly items: Shape | undefined;
  /** The values of an object whose keys are not declared. */
  readonly entries: Shape | undefined;
  readonly variants: readonly Variant[];
  /** Whether every leaf of the tree was seen, so that it need not be walked again. */
  isComplete: boolean;
}

/** A branch of a union. It applies to the objects with these constants. */
export interface Variant {
  readonly constants: ReadonlyArray<readonly [name: string, values: ReadonlySet<unknown>]>;
  readonly shape: Shape;
}

/** Marks what a value shows; returns the leaves that were not seen before. */
export function markLeaves(shape: Shape, value: unknown): Leaf[] {
  const found: Leaf[] = [];
  mark(shape, value, found);
  return found;
}

export function listLeaves(shape: Shape): Leaf[] {
  const own = [shape.present, shape.absent, ...shape.values.values()];
  return [...own.filter((leaf) => leaf !== undefined), ...innerShapes(shape).flatMap(listLeaves)];
}

function mark(shape: Shape, value: unknown, found: Leaf[]): void {
  if (shape.isComplete || value === undefined) return;
  const before = found.length;
  see(value === null ? shape.absent : shape.present, found);
  if (Array.isArray(value)) {
    if (shape.items) for (const item of value) mark(shape.items, item, found);
  } else if (typeof value === 'object' && value !== null) {
    markObject(shape, value, found);
  } else {
    see(shape.values.get(value), found);
  }
  if (found.length > before) shape.isComplete = isComplete(shape);
}

function markObject(shape: Shape, value: object, found: Leaf[]): void {
  const record: Readonly<Record<string, unknown>> = Object(value);
  for (const [name, inner] of shape.properties) mark(inner, record[name], found);
  if (shape.entries) for (const entry of Object.values(value)) mark(shape.entries, entry, found);
  for (const { constants, shape: inner } of shape.variants) {
    if (constants.every(([name, values]) => values.has(record[name]))) mark(inner, value, found);
  }
}

function see(leaf: Leaf | undefined, found: Leaf[]): void {
  if (!leaf || leaf.isSeen) return;
  leaf.isSeen = true;
  found.push(leaf);
}

function isComplete(shape: Shape): boolean {
  const { present, absent, values } = shape;
  const hasSeen = (leaf: Leaf | undefined) => leaf === undefined || leaf.isSeen;
  return (
    hasSeen(present) &&
    hasSeen(absent) &&
    [...values.values()].every(hasSeen) &&
    innerShapes(shape).every((inner) => inner.isComplete || isComplete(inner))
  );
}

function innerShapes({ properties, items, entries, variants }: Shape): Shape[] {
  return [
    ...properties.map(([, shape]) => shape),
    ...variants.map(({ shape }) => shape),
    ...[items, entries].filter((shape) => shape !== undefined),
  ];
}
