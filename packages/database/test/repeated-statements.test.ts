import { describe, expect, it } from '@jest/globals';
import { RepeatedStatements, statement } from '../src/index.js';

function useOften(statements: RepeatedStatements, text: string, tenant = 'a'): string | undefined {
  for (let uses = 0; uses < 5; uses += 1) expect(statements.use(text, tenant)).toEqual({ text });
  return statements.use(text, tenant).name;
}

describe('a statement text that is built at run time', () => {
  it('gets a name at its sixth use, and keeps it', () => {
    const statements = new RepeatedStatements('test');
    const name = useOften(statements, 'select 1');
    expect(name).toMatch(/^test-[\w-]{27}$/);
    expect(statements.use('select 1', 'b')).toEqual({ name, text: 'select 1' });
    expect(useOften(new RepeatedStatements('test'), 'select 1')).toBe(name);
  });

  it('has another name than any other text', () => {
    const statements = new RepeatedStatements('test');
    const names = Array.from({ length: 20 }, (_, number) => useOften(statements, `select ${number}`));
    expect(new Set(names).size).toBe(20);
    const [first = ''] = names;
    expect(() => statement(first, 'select another')).toThrow(`Two statements are called ${first}`);
  });

  it('gets no name when its tenant has named half of what the others leave; named texts keep their names', () => {
    const statements = new RepeatedStatements('test');
    const counts = ['a', 'b', 'c', 'd'].map((tenant) => {
      const texts = Array.from({ length: 50 }, (_, number) => `select ${number} as ${tenant}`);
      return texts.filter((text) => useOften(statements, text, tenant) !== undefined).length;
    });
    expect(counts).toEqual([25, 12, 6, 3]);
    expect(statements.use('select 0 as a', 'a').name).toBeDefined();
  });

  it('gets no name when it is long, so that no connection has to store it', () => {
    const statements = new RepeatedStatements('test');
    expect(useOften(statements, 'x'.repeat(8_001))).toBeUndefined();
    expect(useOften(statements, 'x'.repeat(8_000))).toBeDefined();
  });

  it('gets a name although another tenant has used many long texts often', () => {
    const statements = new RepeatedStatements('test');
    const names = Array.from({ length: 11 }, (_, number) =>
      useOften(statements, String(number).padStart(5_000, 'x'), 'hostile'),
    );
    expect(names.filter((name) => name !== undefined)).toHaveLength(5);
    expect(useOften(statements, 'select 1', 'usual')).toBeDefined();
    expect(useOften(statements, 'x'.repeat(4_000), 'usual')).toBeDefined();
  });

  it('is no longer counted when thousands of others are used in between', () => {
    const statements = new RepeatedStatements('test');
    for (let uses = 0; uses < 5; uses += 1) statements.use('select 1', 'a');
    for (let number = 0; number < 2_000; number += 1) statements.use(`select ${number} as other`, 'a');
    expect(useOften(statements, 'select 1')).toBeDefined();
  });

  it('is counted on while another tenant uses new texts, as long as it is used often', () => {
    const statements = new RepeatedStatements('test');
    for (let uses = 0; uses < 5; uses += 1) {
      statements.use('select 1', 'a');
      for (let number = 0; number < 1_900; number += 1) statements.use(`select ${uses}.${number}`, 'b');
    }
    expect(statements.use('select 1', 'a').name).toBeDefined();
  });
});
