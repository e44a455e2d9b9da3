import { describe, expect, test } from '@jest/globals';
import { listUsedFields } from '../../src/index.js';

const known = new Set(['id', 'name', 'status', 'createdAt', 'attributes.*']);

describe('the fields that a search uses', () => {
  test.each([
    ['eq(status,"open")', ['status']],
    ['and( eq( status , open ), or(isNull(name),not(in(id,"1","2"))) )', ['id', 'name', 'status']],
    ['contains(name,"eq(status,1) and (id) \\" (createdAt,")', ['name']],
    ['eq(name,status)', ['name']],
    ['eq(attributes.city,"x")', ['attributes.*']],
    ['eq(unknown,1)', []],
    ['eq(city.name,1)', []],
    ['', []],
    ['and(eq(id,1),eq(name,"without an end (status)', ['id', 'name']],
    ['and(eq(id,1),eq(name,"\\" (status) \\', ['id', 'name']],
  ])('of the filter %s', (query, expected) => {
    expect([...listUsedFields({ query }, known)].sort()).toEqual(expected);
  });

  test.each([
    ['name', ['name']],
    ['name:asc, createdAt:desc', ['createdAt', 'name']],
    ['desc(createdAt),asc( name )', ['createdAt', 'name']],
    ['unknown:asc', []],
    ['id,name (', ['id']],
  ])('of the order %s', (sortBy, expected) => {
    expect([...listUsedFields({ sortBy }, known)].sort()).toEqual(expected);
  });

  test('are named once, if both expressions use them', () => {
    expect([...listUsedFields({ query: 'and(eq(id,1),eq(id,2))', sortBy: 'id' }, known)]).toEqual(['id']);
  });

  test('are found only within the maximum length of an expression', () => {
    const used = (length: number) => [...listUsedFields({ sortBy: `${' '.repeat(length)}id` }, known)];
    expect(used(3_998)).toEqual(['id']);
    expect(used(4_000)).toEqual([]);
  });
});
