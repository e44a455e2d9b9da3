import { describe, expect, it } from '@jest/globals';
import { asc, desc, type Sort, sort } from '@parley/client';
import fc from 'fast-check';
import { parseSort } from '../../core/src/search/parse-sort.js';
import { type Fields, fields } from './support/search-fields.js';

describe('an order', () => {
  it('is parsed by the service with its intended meaning', () => {
    const names = fc.shuffledSubarray(['id', 'name', 'status', 'createdAt', 'size', 'isOpen'] as const);
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.boolean()), (chosen, flags) => {
        const keys = chosen.map((name) => ({ name, isUp: flags.next().value === true }));
        const orders = keys.map(({ name, isUp }): Sort<Fields> => (isUp ? asc(name) : desc(name)));
        const order = sort<Fields>(...orders);
        expect(parseSort(order.order, fields)).toEqual(
          keys.map(({ name, isUp }) => ({ field: fields[name], direction: isUp ? 'asc' : 'desc' })),
        );
      }),
    );
  });

  it('is sent as text, and names a field once', () => {
    const order: Sort<Fields> = sort(asc('name'), desc('createdAt'));
    expect([`${order}`, JSON.stringify(order)]).toEqual([
      'asc(name),desc(createdAt)',
      '"asc(name),desc(createdAt)"',
    ]);
    expect(() => sort<Fields>(asc('name'), desc('name'))).toThrow(
      'A search cannot sort by the same field twice: asc(name),desc(name).',
    );
    expect(() => sort('name' as never)).toThrow('Expected asc("name") or desc("name"), found string.');
  });
});
