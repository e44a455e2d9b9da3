import { describe, expect, test } from '@jest/globals';
import { parseSort } from '../../src/search/parse-sort.js';
import { fields } from './automation-fields.js';

const { name, createdAt, status } = fields;

describe('a sort expression', () => {
  test.each([
    ['', []],
    [' ', []],
    ['name', [{ field: name, direction: 'asc' }]],
    ['name:asc', [{ field: name, direction: 'asc' }]],
    ['name:desc', [{ field: name, direction: 'desc' }]],
    ['asc(name)', [{ field: name, direction: 'asc' }]],
    [' desc ( name ) ', [{ field: name, direction: 'desc' }]],
    [
      'name:asc, desc(createdAt) ,status',
      [
        { field: name, direction: 'asc' },
        { field: createdAt, direction: 'desc' },
        { field: status, direction: 'asc' },
      ],
    ],
  ])('%j is understood', (text, expected) => {
    expect(parseSort(text, fields)).toEqual(expected);
  });

  const known = `a field (${Object.keys(fields).join(', ')})`;

  test.each([
    ['nam', `Expected ${known} at position 1, found "nam"`],
    ['tenant_id', `Expected ${known} at position 1, found "tenant_id"`],
    ['__proto__', `Expected ${known} at position 1, found "__proto__"`],
    ['name:up', 'Expected asc or desc after ":" at position 1, found "name:up"'],
    ['name:', 'Expected asc or desc after ":" at position 1, found "name:"'],
    ['name:asc:desc', 'Expected asc or desc after ":" at position 1, found "name:asc:desc"'],
    ['name desc', 'Expected "," or the end of the expression at position 6, found "desc"'],
    ['name,', `Expected ${known} at position 6, found the end`],
    [',name', `Expected ${known} at position 1, found ","`],
    ['desc(name', 'Expected ")" at position 10, found the end'],
    ['desc(name:asc)', `Expected ${known} at position 6, found "name:asc"`],
    ['up(name)', `Expected ${known} at position 1, found "up"`],
    ['asc', `Expected ${known} at position 1, found "asc"`],
    ['"name"', `Expected ${known} at position 1, found "name"`],
    ['name,desc(name)', 'Expected each field only once at position 11, found "name"'],
    ['name; drop table chats', 'Expected a word, a quoted string, "(", ")" or "," at position 5, found ";"'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => parseSort(text, fields)).toThrow(message);
  });
});
