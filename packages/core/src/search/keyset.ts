import { timestampText } from '../sql/json.js';
import type { Cursor } from './cursor.js';
import { columnOf, type SortableField, typeOf } from './find-field.js';
import { valueNamed } from './newer-values.js';
import type { Parameters } from './parameters.js';
import type { SortKey } from './parse-sort.js';

interface Key {
  /** The expression by which rows are sorted, and the type of its values. */
  readonly expression: string;
  readonly type: string;
  readonly direction: 'asc' | 'desc';
  /** The values of an enumeration that this release knows. */
  readonly known?: readonly string[];
}

interface KeysetOptions {
  readonly canMiss?: boolean;
  readonly idDirection?: 'asc' | 'desc';
}

/** The sort values of a row as text, and its id. */
export type SortPosition = readonly [...values: (string | null)[], id: string];

/**
 * The total order of a search. Ties are broken by id in the direction of the last key, so that an index on (tenant,
 * field, id) can be read in either direction. Rows without a value come last in ascending and first in descending
 * order, as in the index.
 */
export class Keyset {
  readonly #sort: readonly SortKey[];
  readonly #keys: readonly Key[];
  readonly #canMiss: boolean;

  /**
   * Pass `canMiss: false` when every row has a value for each key; the conditions are then simpler. `idDirection` is the
   * direction of the id if there is no key.
   */
  constructor(
    sort: readonly SortKey[],
    row: string,
    { canMiss = true, idDirection = 'desc' }: KeysetOptions = {},
  ) {
    this.#sort = sort;
    this.#canMiss = canMiss;
    const direction = sort.at(-1)?.direction ?? idDirection;
    this.#keys = [
      ...sort.map((key) => keyOf(key, row)),
      { expression: `${row}.id`, type: 'uuid', direction },
    ];
  }

  get orderBy(): string {
    return this.#keys.map(({ expression, direction }) => `${expression} ${direction}`).join(', ');
  }

  /** Returns the SQL expression for the sort position of a row. */
  positionOf(row: string): string {
    const values = this.#sort.map(({ field }) => textOf(field, row));
    return `json_build_array(${[...values, `${row}.id`].join(', ')})`;
  }

  /**
   * Conditions of the rows after the position. No row satisfies two of them, and an index serves each; combined by `or`
   * they would be checked on every row from the first. If all keys have the same direction, one row comparison is
   * enough.
   */
  after({ values, id }: Cursor, parameters: Parameters): string[] {
    const texts = [...values, id];
    const bounds = this.#keys.map((key, at): Bound => {
      const text = texts[at] ?? null;
      return { ...key, value: text === null ? null : placeholderOf(key, text, parameters) };
    });
    const withMissing = this.#canMiss ? bounds.slice(0, -1) : [];
    return [
      ...(rowComparison(bounds) ?? bounds.flatMap((bound, at) => within(bounds.slice(0, at), beyond(bound)))),
      ...withMissing.flatMap((bound, at) => within(bounds.slice(0, at), missingBeyond(bound))),
    ];
  }
}

interface Bound extends Key {
  /** A placeholder; null for a missing value. */
  readonly value: string | null;
}

function placeholderOf({ type, known }: Key, text: string, parameters: Parameters): string {
  const isNewer = known !== undefined && !known.includes(text);
  return isNewer ? valueNamed(text, type, parameters) : parameters.add(text, type);
}

function rowComparison(bounds: readonly Bound[]): string[] | undefined {
  const direction = bounds[0]?.direction ?? 'desc';
  if (bounds.some((bound) => bound.value === null || bound.direction !== direction)) return undefined;
  const [expressions, values] = [
    bounds.map(({ expression }) => expression),
    bounds.map(({ value }) => value),
  ];
  return [`(${expressions.join(', ')}) ${operators[direction]} (${values.join(', ')})`];
}

const operators = { asc: '>', desc: '<' } as const;

/** Returns the condition of rows that equal the position in the keys before one key, and differ in that key. */
function within(same: readonly Bound[], condition: string | undefined): string[] {
  if (condition === undefined) return [];
  const equal = same.map(({ expression, value }) =>
    value === null ? `${expression} is null` : `${expression} = ${value}`,
  );
  return [[...equal, condition].join(' and ')];
}

/** Missing values come first in descending order, so all others follow. */
function beyond({ expression, direction, value }: Bound): string | undefined {
  if (value !== null) return `${expression} ${operators[direction]} ${value}`;
  return direction === 'desc' ? `${expression} is not null` : undefined;
}

function missingBeyond({ expression, direction, value }: Bound): string | undefined {
  return direction === 'asc' && value !== null ? `${expression} is null` : undefined;
}

/** Returns the position after a row; `page` is the number of the page that follows. */
export function toCursor(position: SortPosition, page: number): Cursor {
  return { page, values: position.slice(0, -1), id: String(position.at(-1)) };
}

function keyOf({ field, direction }: SortKey, row: string): Key {
  const known = field.kind === 'enum' ? { known: field.values } : {};
  return { expression: columnOf(field, row), type: typeOf(field), direction, ...known };
}

function textOf(field: SortableField, row: string): string {
  const column = columnOf(field, row);
  return field.kind === 'timestamp' ? timestampText(column) : `${column}::text`;
}
