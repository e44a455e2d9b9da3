import type { SortableNameOf } from '../types/fields.js';
import { writeField } from './write-value.js';

declare const fields: unique symbol;

/** An order over the fields of one search. It can be put where a search takes `sortBy`. */
export interface Sort<Fields> {
  /** The order in the language of the API. */
  readonly order: string;
  toString(): string;
  toJSON(): string;
  readonly [fields]?: (fields: Fields) => Fields;
}

/** From the smallest, the earliest, or A on. */
export function asc<Fields, Name extends SortableNameOf<Fields>>(field: Name): Sort<Fields> {
  return new Order([[writeField(field), 'asc']]);
}

/** From the largest, the latest, or Z on. */
export function desc<Fields, Name extends SortableNameOf<Fields>>(field: Name): Sort<Fields> {
  return new Order([[writeField(field), 'desc']]);
}

/** By the first; where that is the same, by the second; and so on. */
export function sort<Fields>(...orders: ReadonlyArray<Sort<NoInfer<Fields>>>): Sort<Fields> {
  return new Order(orders.flatMap((order) => (order instanceof Order ? order.keys : refuse(order))));
}

type Key = readonly [field: string, direction: 'asc' | 'desc'];

class Order {
  readonly order: string;
  readonly keys: readonly Key[];

  constructor(keys: readonly Key[]) {
    const repeated = keys.find(([field], index) => keys.slice(index + 1).some(([other]) => other === field));
    if (repeated) throw new TypeError(`A search sorts by a field once; ${repeated[0]} is there twice.`);
    this.keys = keys;
    this.order = keys.map(([field, direction]) => `${direction}(${field})`).join(',');
  }

  toString(): string {
    return this.order;
  }

  toJSON(): string {
    return this.order;
  }
}

function refuse(order: unknown): never {
  throw new TypeError(`Expected asc("…") or desc("…"), found ${typeof order}.`);
}
