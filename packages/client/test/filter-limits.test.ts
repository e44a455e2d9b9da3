import { describe, expect, it } from '@jest/globals';
import { and, eq, type Filter, isIn, isNull, not, or } from '@parley/client';
import { v3 } from '@parley/contract/operations';
import { parseFilter } from '../../core/src/search/parse-filter.js';
import { type Fields, fields } from './support/search-fields.js';

describe('optional parts', () => {
  const one = eq<Fields, 'name'>('name', 'a');

  it('are ignored when absent, and without any part there is no filter', () => {
    expect(`${and<Fields>(undefined, one, false)}`).toBe('eq(name,"a")');
    expect(`${and<Fields>(undefined)}`).toBe('');
    expect(`${and<Fields>(and<Fields>(), one)}`).toBe('eq(name,"a")');
    expect(`${or<Fields>(one, undefined)}`).toBe('eq(name,"a")');
  });

  it('of an or, and of an empty list, mean that nothing is found', () => {
    for (const nothing of [or<Fields>(), isIn<Fields, 'name'>('name', []), not<Fields>(and<Fields>())]) {
      expect(`${nothing}`).toBe('isNull(id)');
    }
    expect(`${or<Fields>(and<Fields>(), one)}`).toBe('');
  });

  it('can rely on an id in every search', () => {
    for (const { filterFields } of Object.values(v3.operations)) {
      if (filterFields !== null) expect(filterFields).toMatchObject({ id: 'id' });
    }
  });
});

describe('the limits of the language', () => {
  const nest = (levels: number): Filter<Fields> => {
    const inner = eq<Fields, 'isOpen'>('isOpen', true);
    return levels === 1 ? inner : not<Fields>(nest(levels - 1));
  };
  const repeat = (count: number) =>
    and<Fields>(...Array.from({ length: count }, () => isNull<Fields, 'name'>('name')));
  const stretch = (length: number) => eq<Fields, 'name'>('name', 'a'.repeat(length - 'eq(name,"")'.length));

  it.each([
    ['10 levels', () => nest(10)],
    ['50 conditions', () => repeat(50)],
    ['2,000 characters', () => stretch(2_000)],
  ])('%s are accepted', (_, build) => {
    expect(parseFilter(build().expression, fields)).toBeDefined();
  });

  it.each([
    ['11 levels', () => nest(11), 'The filter has 11 levels; a search accepts at most 10.'],
    ['51 conditions', () => repeat(51), 'The filter has 51 conditions; a search accepts at most 50.'],
    [
      '2,001 characters',
      () => stretch(2_001),
      'The filter has 2001 characters; a search accepts at most 2000.',
    ],
  ])('%s are refused when the filter is created', (_, build, message) => {
    expect(build).toThrow(message);
  });
});
