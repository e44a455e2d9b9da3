import type { SortableNameOf } from '../operations/fields.js';
import { writeField } from './write-value.js';

declare const fields: unique symbol;

/** An order by the fields of one search. Pass it as `sortBy` of the search. */
export interface Sort<Fields> {
  /** The order in the language of the API. */
  readonly order: string;
  toString(): string;
  toJSON(): string;
  readonly [fields]?: (fields: Fields) => Fields;
}

/** Ascending: from the smallest, the earliest, or A. */
export function asc<Fields, Name extends SortableNameOf<Fields>>(field: Name): Sort<Fields> {
  return new Order(`asc(${writeField(field)})`, [field]);
}

/** Descending: from the largest, the latest, or Z. */
export function desc<Fields, Name extends SortableNameOf<Fields>>(field: Name): Sort<Fields> {
  return new Order(`desc(${writeField(field)})`, [field]);
}

/** Sorts by the first order; where that is equal, by the second, and so on. */
export function sort<Fields>(...orders: ReadonlyArray<Sort<Fields>>): Sort<Fields> {
  const fields = orders.flatMap((order) => {
    if (order instanceof Order) return order.fields;
    throw new TypeError(`Expected asc("name") or desc("name"), found ${typeof order}.`);
  });
  return new Order(orders.join(','), fields);
}

class Order {
  readonly order: string;
  readonly fields: readonly unknown[];

  constructor(order: string, fields: readonly unknown[]) {
    if (new Set(fields).size < fields.length)
      throw new TypeError(`A search cannot sort by the same field twice: ${order}.`);
    this.order = order;
    this.fields = fields;
  }

  toString(): string {
    return this.order;
  }

  toJSON(): string {
    return this.order;
  }
}
