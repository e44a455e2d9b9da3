import { describe, expect, test } from '@jest/globals';
import { parseFilter } from '../../src/search/parse-filter.js';
import { fields, someId } from './automation-fields.js';

const { name, status, createdAt, id, activeVersionId } = fields;

describe('a filter', () => {
  test.each([
    ['eq(name,"Welcome")', { type: 'eq', field: name, value: 'Welcome' }],
    ['eq(name,Welcome)', { type: 'eq', field: name, value: 'Welcome' }],
    ['  eq ( name , "a b" )\n', { type: 'eq', field: name, value: 'a b' }],
    ['ne(status,active)', { type: 'ne', field: status, value: 'active' }],
    ['eq(name,"")', { type: 'eq', field: name, value: '' }],
    ['eq(name,"true")', { type: 'eq', field: name, value: 'true' }],
    ['eq(name,"null")', { type: 'eq', field: name, value: 'null' }],
    ['eq(activeVersionId,null)', { type: 'eq', field: activeVersionId, value: null }],
    ['eq(name,"say \\"hi\\" \\\\ bye")', { type: 'eq', field: name, value: 'say "hi" \\ bye' }],
    ['eq(name,"a),eq(b")', { type: 'eq', field: name, value: 'a),eq(b' }],
    ['eq(name,Grüße-1_2.3:4+5)', { type: 'eq', field: name, value: 'Grüße-1_2.3:4+5' }],
    ['eq(name,"😀\n")', { type: 'eq', field: name, value: '😀\n' }],
    [`eq(id,${someId.toUpperCase()})`, { type: 'eq', field: id, value: someId }],
    ['gte(createdAt,2026-01-01)', { type: 'gte', field: createdAt, value: '2026-01-01T00:00:00.000Z' }],
    [
      'lt(createdAt,"2026-01-01T02:00+02:00")',
      { type: 'lt', field: createdAt, value: '2026-01-01T00:00:00.000Z' },
    ],
    [
      'gt(createdAt,2024-02-29T23:59:59.1239Z)',
      { type: 'gt', field: createdAt, value: '2024-02-29T23:59:59.123Z' },
    ],
    ['in(status,active,"draft",null)', { type: 'in', field: status, values: ['active', 'draft', null] }],
    ['isNull(activeVersionId)', { type: 'isNull', field: activeVersionId }],
    ['contains(id,0193)', { type: 'contains', field: id, value: '0193' }],
    ['startsWith(status,AC)', { type: 'startsWith', field: status, value: 'AC' }],
    ['gt(status,draft)', { type: 'gt', field: status, value: 'draft' }],
    ['startsWith(name,W)', { type: 'startsWith', field: name, value: 'W' }],
    ['and(isNull(name))', { type: 'and', filters: [{ type: 'isNull', field: name }] }],
    [
      'or(not(isNull(name)),and(eq(status,x),lte(name,b)))',
      {
        type: 'or',
        filters: [
          { type: 'not', filter: { type: 'isNull', field: name } },
          {
            type: 'and',
            filters: [
              { type: 'eq', field: status, value: 'x' },
              { type: 'lte', field: name, value: 'b' },
            ],
          },
        ],
      },
    ],
  ])('%s is understood', (text, expected) => {
    expect(parseFilter(text, fields)).toEqual(expected);
  });

  test.each(['', '  ', '\t\n'])('%j is none', (text) => {
    expect(parseFilter(text, fields)).toBeUndefined();
  });

  const functions = 'a function (eq, ne, gt, gte, lt, lte, in, contains, startsWith, isNull, and, or, not)';
  const known = `a field (${Object.keys(fields).join(', ')})`;
  const timestamp = 'a timestamp such as 2026-01-31T09:30:00.000Z or null';

  test.each([
    ['eq', 'Expected "(" at position 3, found the end'],
    ['eq(', `Expected ${known} at position 4, found the end`],
    ['eq(name', 'Expected "," and a value at position 8, found the end'],
    ['eq(name,', 'Expected a value at position 9, found the end'],
    ['eq(name,)', 'Expected a value at position 9, found ")"'],
    ['eq(name,a', 'Expected ")" at position 10, found the end'],
    ['eq(name,a,b)', 'Expected ")" at position 10, found ","'],
    ['eq(name,a))', 'Expected the end of the expression at position 11, found ")"'],
    ['eq(name,a) eq(name,b)', 'Expected the end of the expression at position 12, found "eq"'],
    ['EQ(name,a)', `Expected ${functions} at position 1, found "EQ"`],
    ['like(name,a)', `Expected ${functions} at position 1, found "like"`],
    ['toString(name)', `Expected ${functions} at position 1, found "toString"`],
    ['and()', `Expected ${functions} at position 5, found ")"`],
    ['and(eq(name,a),)', `Expected ${functions} at position 16, found ")"`],
    ['not(isNull(name),isNull(name))', 'Expected ")" at position 17, found ","'],
    ['"eq"(name,a)', `Expected ${functions} at position 1, found "eq"`],
    ['eq("name",a)', `Expected ${known} at position 4, found "name"`],
    ['eq(Name,a)', `Expected ${known} at position 4, found "Name"`],
    ['eq(tenantId,a)', `Expected ${known} at position 4, found "tenantId"`],
    ['eq(__proto__,a)', `Expected ${known} at position 4, found "__proto__"`],
    ['eq(constructor,a)', `Expected ${known} at position 4, found "constructor"`],
    [`eq(${'n'.repeat(40)},a)`, `at position 4, found "${'n'.repeat(40)}"`],
    [`eq(${'n'.repeat(41)},a)`, `at position 4, found "${'n'.repeat(40)}…"`],
    ['eq(id,abc)', 'Expected an id (UUID) or null at position 7, found "abc"'],
    ['eq(createdAt,yesterday)', `Expected ${timestamp} at position 14, found "yesterday"`],
    ['eq(createdAt,2026-02-30)', `Expected ${timestamp} at position 14, found "2026-02-30"`],
    [
      'eq(createdAt,2026-02-30T00:00:00Z)',
      `Expected ${timestamp} at position 14, found "2026-02-30T00:00:00Z"`,
    ],
    [
      'eq(createdAt,2026-01-01T00:00:00)',
      `Expected ${timestamp} at position 14, found "2026-01-01T00:00:00"`,
    ],
    ['eq(createdAt,0000-01-01)', `Expected ${timestamp} at position 14, found "0000-01-01"`],
    [
      'eq(createdAt,0001-01-01T00:00:00+23:59)',
      `Expected ${timestamp} at position 14, found "0001-01-01T00:00:00+23:59"`,
    ],
    ['eq(name,true)', 'Expected a string (put true and false in quotes) or null at position 9, found "true"'],
    ['gt(name,null)', 'Expected a value other than null for gt at position 9, found "null"'],
    ['contains(name,null)', 'Expected a value other than null for contains at position 15, found "null"'],
    [
      'contains(createdAt,a)',
      'Expected a function that works on createdAt, a timestamp (eq, ne, gt, gte, lt, lte, in, isNull) at position 1, found "contains"',
    ],
    ['and(gt(status,a))', 'Expected one of draft, active, inactive at position 15, found "a"'],
    ['startsWith(id,true)', 'Expected a string (put true and false in quotes) at position 15, found "true"'],
    ['eq(name,"😀😀";)', 'Expected a word, a quoted string, "(", ")" or "," at position 13, found ";"'],
    ['eq(name,"😀\\n")', 'Expected \\" or \\\\ at position 11, found "\\\\n"'],
    ['eq(name,"😀', 'Expected the end of the string that begins at 9 at position 11'],
    ['eq(name,😀)', 'Expected a word, a quoted string, "(", ")" or "," at position 9, found "😀"'],
    ['eq(name,"a)', 'Expected the end of the string that begins at 9 at position 12'],
    ['eq(name,"a\\")', 'Expected the end of the string that begins at 9 at position 14'],
    ['eq(name,"a\\n")', 'Expected \\" or \\\\ at position 11, found "\\\\n"'],
    ['eq(name,"a\u0000")', 'Expected a string without the character U+0000 at position 9'],
    ['eq(name;a)', 'Expected a word, a quoted string, "(", ")" or "," at position 8, found ";"'],
    ["eq(name,'a')", 'Expected a word, a quoted string, "(", ")" or "," at position 9, found "\'"'],
    ['in(status)', 'Expected "," and a value at position 10, found ")"'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => parseFilter(text, fields)).toThrow(message);
  });

  test('may be 10 levels deep, and no deeper', () => {
    const nested = (levels: number) => `${'not('.repeat(levels - 1)}isNull(name)${')'.repeat(levels - 1)}`;
    expect(parseFilter(nested(10), fields)).toBeDefined();
    expect(() => parseFilter(nested(11), fields)).toThrow('Expected at most 10 levels at position 41');
  });

  test('may have 50 conditions, and no more', () => {
    const wide = (count: number) => `or(${Array.from({ length: count }, () => 'isNull(name)').join(',')})`;
    expect(parseFilter(wide(50), fields)).toBeDefined();
    expect(() => parseFilter(wide(51), fields)).toThrow('Expected at most 50 conditions at position 654');
  });

  test('may have 2,000 characters, and no more', () => {
    const long = (length: number) => `eq(name,"${'x'.repeat(length - 11)}")`;
    expect(parseFilter(long(2_000), fields)).toBeDefined();
    expect(() => parseFilter(long(2_001), fields)).toThrow(
      'Expected at most 2,000 characters at position 2001',
    );
    expect(parseFilter(`eq(name,"${'😀'.repeat(1_989)}")`, fields)).toBeDefined();
    expect(() => parseFilter(`eq(name,"${'😀'.repeat(1_990)}")`, fields)).toThrow('at position 2001');
  });
});
