import { describe, expect, it } from '@jest/globals';
import { RepeatedStatements, statement } from '../src/index.js';

function useOften(statements: RepeatedStatements, text: string): string | undefined {
  for (let uses = 0; uses < 5; uses += 1) expect(statements.use(text)).toEqual({ text });
  return statements.use(text).name;
}

describe('a statement text that is built at run time', () => {
  it('gets a name at its sixth use, and keeps it', () => {
    const statements = new RepeatedStatements('test');
    const name = useOften(statements, 'select 1');
    expect(name).toMatch(/^test-[\w-]{27}$/);
    expect(statements.use('select 1')).toEqual({ name, text: 'select 1' });
    expect(useOften(new RepeatedStatements('test'), 'select 1')).toBe(name);
  });

  it('has another name than any other text', () => {
    const statements = new RepeatedStatements('test');
    const names = Array.from({ length: 20 }, (_, number) => useOften(statements, `select ${number}`));
    expect(new Set(names).size).toBe(20);
    const [first = ''] = names;
    expect(() => statement(first, 'select another')).toThrow(`Two statements are called ${first}`);
  });

  it('gets no name when fifty other texts have one; those keep their names', () => {
    const statements = new RepeatedStatements('test');
    const names = Array.from({ length: 50 }, (_, number) => useOften(statements, `select ${number}`));
    expect(new Set(names).size).toBe(50);
    expect(useOften(statements, 'select 50')).toBeUndefined();
    expect(statements.use('select 0').name).toBe(names[0]);
  });

  it('gets no name when it is long, so that no connection has to store it', () => {
    const statements = new RepeatedStatements('test');
    expect(useOften(statements, 'x'.repeat(5_001))).toBeUndefined();
    expect(useOften(statements, 'x'.repeat(5_000))).toBeDefined();
  });

  it('gets no name when the named texts together are too long', () => {
    const statements = new RepeatedStatements('test');
    const names = Array.from({ length: 11 }, (_, number) =>
      useOften(statements, String(number).padStart(5_000, 'x')),
    );
    expect(names.map((name) => name !== undefined)).toEqual([...Array(10).fill(true), false]);
  });

  it('is no longer counted when thousands of others are used in between', () => {
    const statements = new RepeatedStatements('test');
    for (let uses = 0; uses < 5; uses += 1) statements.use('select 1');
    for (let number = 0; number < 2_000; number += 1) statements.use(`select ${number} as other`);
    expect(useOften(statements, 'select 1')).toBeDefined();
  });
});
