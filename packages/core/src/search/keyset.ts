import type { Cursor } from './cursor.js';
import { columnOf, typeOf } from './find-field.js';
import type { Parameters } from './parameters.js';
import type { SortKey } from './parse-sort.js';

interface Key {
  /** The expression by which rows are sorted, and the type of its values. */
  readonly expression: string;
  readonly type: string;
  readonly direction: 'asc' | 'desc';
}

/** The total order of a search by cursor. Every field of it always has a value. */
export class Keyset {
  readonly #keys: readonly Key[];

  constructor(sort: readonly SortKey[], row: string) {
    const direction = sort.at(-1)?.direction ?? 'desc';
    this.#keys = [
      ...sort.map((key) => keyOf(key, row)),
      { expression: `${row}.id`, type: 'uuid', direction },
    ];
  }

  get orderBy(): string {
    return this.#keys.map(({ expression, direction }) => `${expression} ${direction}`).join(', ');
  }

  /** Condition that a row comes after the position. A single direction is one row comparison, which an index serves. */
  after({ values, id }: Cursor, parameters: Parameters): string {
    const texts = [...values, id];
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

function keyOf({ field, direction }: SortKey, row: string): Key {
  return { expression: columnOf(field, row), type: typeOf(field), direction };
}
