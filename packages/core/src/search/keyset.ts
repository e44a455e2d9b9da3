import type { Cursor } from './cursor.js';
import { columnOf } from './find-field.js';
import type { Parameters } from './parameters.js';
import type { SortKey } from './parse-sort.js';

interface Key {
  /** What rows are ordered by, and the type of its values. */
  readonly expression: string;
  readonly type: string;
  readonly direction: 'asc' | 'desc';
}

/** The order of a search by cursor, in which no two rows have the same place. Every field of it always has a value. */
export class Keyset {
  readonly #sort: readonly SortKey[];
  readonly #keys: readonly Key[];

  constructor(sort: readonly SortKey[], row: string) {
    this.#sort = sort;
    const direction = sort.at(-1)?.direction ?? 'desc';
    this.#keys = [
      ...sort.map((key) => keyOf(key, row)),
      { expression: `${row}.id`, type: 'uuid', direction },
    ];
  }

  get orderBy(): string {
    return this.#keys.map(({ expression, direction }) => `${expression} ${direction}`).join(', ');
  }

  /** That a row comes after the place. One direction is one comparison of rows, which an index serves. */
  after({ values, id }: Cursor, parameters: Parameters): string {
    const texts = [...this.#sort.map(({ field }, at) => boundOf(field, values[at] ?? '')), id];
    const bounds = this.#keys.map(({ type }, at) => parameters.add(texts[at], type));
    const [first] = this.#keys;
    if (first && this.#keys.every(({ direction }) => direction === first.direction)) {
      const expressions = this.#keys.map(({ expression }) => expression);
      return `(${expressions.join(', ')}) ${beyond[first.direction]} (${bounds.join(', ')})`;
    }
    return this.#keys.reduceRight((later, { expression, direction }, at) => {
      const isBeyond = `${expression} ${beyond[direction]} ${bounds[at]}`;
      return `(${isBeyond} or (${expression} = ${bounds[at]} and ${later}))`;
    }, 'false');
  }
}

const beyond = { asc: '>', desc: '<' } as const;

/** An enumeration is ordered as the contract declares it, whatever the order of the type in PostgreSQL. */
function keyOf({ field, direction }: SortKey, row: string): Key {
  const column = columnOf(field, row);
  if (field.kind === 'enum') {
    const declared = field.values.map((value) => `'${value}'`).join(', ');
    return { expression: `array_position(array[${declared}], ${column}::text)`, type: 'int', direction };
  }
  return { expression: column, type: field.kind === 'id' ? 'uuid' : 'timestamptz', direction };
}

function boundOf(field: SortKey['field'], value: string): string | number {
  return field.kind === 'enum' ? field.values.indexOf(value) + 1 : value;
}
