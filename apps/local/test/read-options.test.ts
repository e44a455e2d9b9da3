import { describe, expect, it } from '@jest/globals';
import { printTable } from '../src/cli/print-table.js';
import { readExpiry, readPlan, readRequestsPerMinute, readScopes } from '../src/cli/read-options.js';
import { UsageError } from '../src/command-error.js';

describe('scopes', () => {
  it('are separated by spaces or commas; a repeated one counts once', () => {
    expect(readScopes('chats:read chats:write,chats:read')).toEqual(['chats:read', 'chats:write']);
    expect(readScopes('*')).toEqual(['*']);
  });

  it('are the scopes that operations require', () => {
    expect(() => readScopes('chats:admin')).toThrow(
      /^Unknown scope chats:admin\. The scopes are: \* .*chats:read chats:write/,
    );
    expect(() => readScopes('  ')).toThrow('--scope is empty.');
  });
});

describe('--expires', () => {
  const now = new Date('2026-11-14T09:30:00.000Z');

  it.each([
    ['90m', '2026-11-14T11:00:00.000Z'],
    ['12h', '2026-11-14T21:30:00.000Z'],
    ['30d', '2026-12-14T09:30:00.000Z'],
  ])('%s is %s', (text, moment) => {
    expect(readExpiry(text, now)).toEqual(new Date(moment));
  });

  it.each(['soon', '0d', '-1d', '1.5h', '10'])('refuses %s', (text) => {
    expect(() => readExpiry(text, now)).toThrow(UsageError);
  });

  it('is a year by default, or never', () => {
    expect(readExpiry(undefined, now)).toEqual(new Date('2027-11-14T09:30:00.000Z'));
    expect(readExpiry('never', now)).toBeNull();
  });
});

describe('plans', () => {
  it('are known by name', () => {
    expect(readPlan('ultra')).toBe('ultra');
    expect(() => readPlan('gold')).toThrow(/^Unknown plan "gold"\. The plans are: .*hobby/);
  });

  it.each(['0', 'many', '1e3'])('refuse %s requests per minute', (text) => {
    const line = { options: { 'requests-per-minute': text } };
    expect(() => readRequestsPerMinute(line)).toThrow(UsageError);
  });
});

describe('a table', () => {
  it('has columns as wide as their widest cell', () => {
    const rows = [
      { name: 'a', size: 10 },
      { name: 'longer', size: 1 },
    ];
    type Row = (typeof rows)[number];
    const columns = { name: (row: Row) => row.name, size: (row: Row) => String(row.size) };
    expect(printTable(rows, columns)).toBe('NAME    SIZE\na       10\nlonger  1');
    expect(printTable([], columns)).toBe('');
  });
});
