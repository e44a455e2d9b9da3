import type { DeclaredLeaves } from './declared-leaves.js';
import type { Leaf, LeafKind } from './shape.js';

/** Leaves that the service never shows, and the reason. A name that ends in `*` stands for every leaf below it. */
export interface LeafException {
  readonly reason: string;
  readonly leaves: readonly string[];
}

export interface Count {
  readonly seen: number;
  readonly explained: number;
  readonly declared: number;
}

export type LeafCounts = Readonly<Record<LeafKind, Count>>;

export interface LeafResult {
  readonly rows: ReadonlyArray<{ readonly owner: string; readonly counts: LeafCounts }>;
  /** Every leaf once, also if several operations show it. */
  readonly total: LeafCounts;
  readonly problems: readonly string[];
}

/** Checks that every declared leaf was seen or is explained, and that every explanation is correct. */
export function compareLeaves(
  declared: readonly DeclaredLeaves[],
  seen: ReadonlySet<string>,
  exceptions: readonly LeafException[],
): LeafResult {
  const all = new Map(declared.flatMap(({ leaves }) => leaves.map((leaf) => [leaf.name, leaf] as const)));
  const names = [...all.keys()];
  const explained = new Set(
    exceptions.flatMap(({ leaves }) => leaves.flatMap((leaf) => expandException(leaf, names))),
  );
  const count = (leaves: readonly Leaf[]) => countLeaves(leaves, { seen, explained });
  return {
    rows: declared.map(({ owner, leaves }) => ({ owner, counts: count(leaves) })),
    total: count([...all.values()]),
    problems: [
      ...names
        .filter((name) => !seen.has(name) && !explained.has(name))
        .map((name) => `${name} was never seen in a test`),
      ...[...explained]
        .filter((name) => seen.has(name))
        .map((name) => `${name} is listed as never shown, but was seen`),
      ...[...explained]
        .filter((name) => !all.has(name))
        .map((name) => `${name} is listed as never shown, but not declared`),
    ],
  };
}

function expandException(leaf: string, names: readonly string[]): string[] {
  if (!leaf.endsWith('*')) return [leaf];
  const below = names.filter((name) => name.startsWith(leaf.slice(0, -1)));
  return below.length > 0 ? below : [leaf];
}

const kinds: readonly LeafKind[] = ['property', 'null', 'value', 'key'];

function countLeaves(
  leaves: readonly Leaf[],
  { seen, explained }: Record<'seen' | 'explained', ReadonlySet<string>>,
): LeafCounts {
  const counts = kinds.map((kind) => {
    const names = leaves.filter((leaf) => leaf.kind === kind).map(({ name }) => name);
    return [
      kind,
      {
        seen: names.filter((name) => seen.has(name)).length,
        explained: names.filter((name) => explained.has(name)).length,
        declared: names.length,
      },
    ];
  });
  return Object.fromEntries(counts);
}
