import { describe, expect, it } from '@jest/globals';
import { transformSync } from 'esbuild';
import { chooseSample } from '../choose-sample.js';
import { statementAndPresenterKinds } from '../kinds.js';
import { listMutants } from '../list-mutants.js';
import { applyMutant, keyOf, type MutantKind } from '../mutant.js';
import { readArguments } from '../read-arguments.js';
import { isAcceptable, type Result, renderSummary } from '../render-summary.js';

const changesOf = (text: string, file = 'a.ts') =>
  listMutants(file, text).map(({ kind, before, after }) => [kind, before, after]);

describe('the mutants of a source', () => {
  it.each<[string, MutantKind, string, string]>([
    ['if (isOpen) close();', 'negate-condition', 'isOpen', '!(isOpen)'],
    ['const found = age < limit;', 'change-boundary', 'age < limit', '(age) <= (limit)'],
    ['const found = a && b;', 'swap-operator', 'a && b', '(a) || (b)'],
    ['const isOrdered = true;', 'flip-literal', 'true', 'false'],
    ['const last = list[9];', 'flip-literal', '9', '(9 + 1)'],
    ['const timeoutMs = 30_000;', 'flip-literal', '30_000', '(30_000 * 2)'],
    ['await record(event);', 'remove-call', 'await record(event);', ''],
    ['const shown = { id: chat.id, status: chat.status };', 'sibling-field', 'chat.id', 'chat.status'],
    ['find({ where: { id, tenantId } });', 'drop-where', '{ id, tenantId }', '{ id }'],
    [
      'sql(`select 1 from chats where tenant_id = $1::uuid and id = $2::uuid`);',
      'sql-condition',
      '`select 1 from chats where tenant_id = $1::uuid and id = $2::uuid`',
      '`select 1 from chats where ($1::uuid is null) is not null and id = $2::uuid`',
    ],
    [
      'sql(`select 1 from chats where snoozed_until is null and a.status = b.status`);',
      'sql-condition',
      '`select 1 from chats where snoozed_until is null and a.status = b.status`',
      '`select 1 from chats where snoozed_until is null and true`',
    ],
    [
      'sql(`select id from chats where id > $1::uuid order by id desc`);',
      'sql-operator',
      '`select id from chats where id > $1::uuid order by id desc`',
      '`select id from chats where id > $1::uuid order by id asc`',
    ],
    [
      'prisma.chat.update({ where, data: { isUnread, ...(status && { status }) } });',
      'ignore-field',
      'isUnread',
      'undefined',
    ],
    ['findChanges(present, { name: update.name });', 'ignore-field', 'update.name', 'undefined'],
  ])('of %s include: %s', (text, kind, before, after) => {
    expect(changesOf(text, 'packages/core/src/a.ts')).toContainEqual([kind, before, after]);
  });

  it('of a presenter leave out each field, show null, negate a flag and show the field beside it', () => {
    const text =
      'const present = ({ id, isOpen, ...chat }) => ({ id, isOpen, ...(chat.at && { at: chat.at }) });';
    expect(changesOf(text, 'packages/presenters/src/v3/a.ts')).toEqual([
      ['omit-field', 'id', 'undefined'],
      ['null-field', 'id', 'null'],
      ['sibling-field', 'id', 'isOpen'],
      ['omit-field', 'isOpen', 'undefined'],
      ['null-field', 'isOpen', 'null'],
      ['negate-flag', 'isOpen', '!(isOpen)'],
      ['sibling-field', 'isOpen', 'id'],
      ['omit-field', '(chat.at && { at: chat.at })', 'undefined'],
      ['swap-operator', 'chat.at && { at: chat.at }', '(chat.at) || ({ at: chat.at })'],
      ['omit-field', 'chat.at', 'undefined'],
      ['null-field', 'chat.at', 'null'],
    ]);
  });

  it.each([
    ['where a = 1', ['= → <>']],
    ['where a.b >= $1::int and c = any ($2::uuid[])', ['>= → <', '= any → <> all']],
    ['where not exists (select 1) or exists (select 2)', ['exists → not exists', 'not exists → exists']],
    ['when a is null', ['is null → is not null']],
    ['where a is distinct from b', ['is distinct from → is not distinct from']],
  ])('turn the comparisons of %s', (text, turned) => {
    const mutants = listMutants('a.ts', `sql(\`select 1 from chats ${text}\`);`);
    const found = mutants.filter(({ kind }) => kind === 'sql-comparison');
    expect(found.map(({ from, to }) => `${from} → ${to}`).toSorted()).toEqual(turned.toSorted());
  });

  it.each([
    [
      "update chats chat set a = 'x', b = coalesce($1::int, c) from d where e = 1",
      [
        ["a = 'x'", "a = case when ('x') is null then chat.a else chat.a end"],
        [
          'b = coalesce($1::int, c)',
          'b = case when (coalesce($1::int, c)) is null then chat.b else chat.b end',
        ],
      ],
    ],
    [
      'with x as (update chats set a = (select f(1, 2)) returning id) select 1 from x',
      [['a = (select f(1, 2))', 'a = case when ((select f(1, 2))) is null then chats.a else chats.a end']],
    ],
    [
      'insert into chats (a) select 1 from d on conflict (a) do update set a = excluded.a',
      [['a = excluded.a', 'a = case when (excluded.a) is null then chats.a else chats.a end']],
    ],
  ])('ignore each column that is set by: %s', (text, ignored) => {
    const mutants = listMutants('a.ts', `sql(\`${text}\`);`);
    const found = mutants.filter(({ kind }) => kind === 'sql-assignment');
    expect(found.map(({ from, to }) => [from, to])).toEqual(ignored);
  });

  it('never read a field from a sibling that is the same', () => {
    expect(changesOf('const roundings = { gte: Math.ceil, lt: Math.ceil };')).toEqual([]);
    expect(changesOf('const roundings = { lt: Math.ceil, gt: Math.ceil, lte: Math.floor };')).toEqual([
      ['sibling-field', 'Math.ceil', 'Math.floor'],
      ['sibling-field', 'Math.ceil', 'Math.floor'],
      ['sibling-field', 'Math.floor', 'Math.ceil'],
    ]);
  });

  it('exist once for code inside of a template', () => {
    const inner = '`a is null and b = c`';
    expect(
      changesOf(`const find = \`select 1 where \${and(${inner})} and d is null\`;`).map(
        ([, before]) => before,
      ),
    ).toEqual([
      expect.stringContaining('d is null'),
      expect.stringContaining('d is null'),
      inner,
      inner,
      inner,
    ]);
  });

  it('keep a statement valid', () => {
    const text = '`select 1 from chats where true and id = any ($1::uuid[])`';
    expect(changesOf(`const find = ${text};`)).toEqual([
      ['sql-condition', text, '`select 1 from chats where true and ($1::uuid[] is null) is not null`'],
      ['sql-comparison', text, '`select 1 from chats where true and id <> all ($1::uuid[])`'],
    ]);
  });

  it('leave types, imports and results that are read alone', () => {
    expect(changesOf("import x from './x.js';\ntype Flag = true | 1;\nconst y = x();")).toEqual([]);
  });

  it('know their function, or the constant and that it is set when the module is loaded', () => {
    const mutants = listMutants('a.ts', 'const limit = 5;\nfunction check(n: number) { return n < limit; }');
    expect(mutants.map(({ kind, at, isAtLoad }) => [kind, at, isAtLoad])).toEqual([
      ['flip-literal', 'limit', true],
      ['change-boundary', 'check', false],
    ]);
  });
});

describe('the key of a mutant', () => {
  const keysOf = (text: string) => listMutants('a.ts', text).map(keyOf);

  it.each([
    ['two equal changes of one function', 'if (isOpen) close();\nif (isOpen) leave();'],
    ['two functions', 'function a() { return b < c; }\nfunction d() { return b < c; }'],
    [
      'two equal conditions of one statement',
      'sql(`select 1 where a is null union select 2 where a is null`);',
    ],
  ])('differs for equal changes in %s, which have a result each', (_, text) => {
    const keys = keysOf(text);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('stays the same when other lines are added above', () => {
    const text = 'function a() { if (b < c) d(); return b < c; }';
    expect(keysOf(`const added = b < c;\n${text}`)).toEqual(expect.arrayContaining(keysOf(text)));
  });

  it('comes with a hash of its declaration, which changes with every other part of it, and not with the format', () => {
    const codeOf = (text: string) => listMutants('a.ts', text).map(({ code }) => code);
    const [known] = codeOf('const n = 1;\nfunction a() { if (b < c) d(); }').slice(-1);
    expect(codeOf('const n = 2;\nfunction a() {\n  if (b < c) d();\n}').slice(-1)).toEqual([known]);
    expect(codeOf('const n = 1;\nfunction a() { if (b < c) e(); }').slice(-1)).not.toEqual([known]);
  });
});

describe('the text with a mutant', () => {
  it('behaves differently for each mutant of a function', () => {
    const text = 'export function isOld(age: number) { record(age); return age < 5 || age > 90; }';
    const results = listMutants('a.ts', text).map((mutant) => evaluate(applyMutant(text, mutant)));
    expect(results.length).toBeGreaterThan(5);
    expect(results).not.toContainEqual(evaluate(text));
  });

  it('has another value for a property without a value of its own', () => {
    const text = 'const isOld = (age: number) => ({ age }).age;';
    const mutants = listMutants('packages/presenters/src/a.ts', text);
    const [shown] = mutants.filter(({ after }) => after === 'null');
    if (!shown) throw new Error('There is no mutant.');
    expect(evaluate(applyMutant(text, shown)).results).toEqual([null, null, null, null, null]);
  });

  it('is valid where a call is the whole branch', () => {
    const text = 'function isOld() { if (false) record(); else return true; }';
    const [removed] = listMutants('a.ts', text).filter(({ kind }) => kind === 'remove-call');
    if (!removed) throw new Error('There is no mutant.');
    expect(evaluate(applyMutant(text, removed)).results).toEqual([true, true, true, true, true]);
  });
});

/** Evaluates the function of the text with some ages; `record` counts its calls. */
function evaluate(text: string) {
  const { code } = transformSync(text.replace('export ', ''), { loader: 'ts' });
  let recorded = 0;
  const isOld: (age: number) => unknown = new Function('record', `${code}; return isOld;`)(() => {
    recorded += 1;
  });
  return { results: [4, 5, 6, 90, 91].map(isOld), recorded };
}

describe('the sample', () => {
  const mutants = listMutants(
    'a.ts',
    Array.from({ length: 40 }, (_, index) => `f${index}(a < ${index});`).join('\n'),
  );

  it('is the same for a seed, and another one for another seed', () => {
    const sample = (seed: number) => chooseSample(mutants, { seed, count: 10 });
    expect(sample(1)).toEqual(sample(1));
    expect(sample(2)).not.toEqual(sample(1));
  });
});

describe('the sample after an edit', () => {
  it('has the same mutants although their places changed', () => {
    const text = Array.from({ length: 20 }, (_, index) => `f${index}(a < ${index});`).join('\n');
    const choose = (edited: string) =>
      chooseSample(listMutants('a.ts', edited), { seed: 1, count: 5 }).map(keyOf);
    expect(choose(`// A comment.\n${text}`)).toEqual(choose(text));
  });
});

describe('the summary', () => {
  const [mutant] = listMutants('packages/core/src/a.ts', 'if (isOpen) close();');
  if (!mutant) throw new Error('There is no mutant.');
  const result = (verdict: Result['verdict']): Result => ({
    mutant,
    verdict,
    detail: 'd',
    seconds: 1,
  });

  it('counts every verdict and prints each survivor with its change', () => {
    const text = renderSummary([result('killed'), result('timed out'), result('survived')]);
    expect(text).toContain(
      `survived: packages/core/src/a.ts:1 (negate-condition; d; code ${mutant.code})\n  - isOpen\n  + !(isOpen)`,
    );
    expect(text).toContain('1 of 3 mutants survived (33.3 %), 1.0 s for each.');
  });

  it.each<[Result['verdict'][], number, boolean]>([
    [['killed', 'timed out'], 0, true],
    [['killed', 'survived'], 0, false],
    [['survived', 'no test', 'killed'], 2, true],
    [['survived', 'no test', 'survived'], 2, false],
    [['unclear'], 2, false],
  ])('of %j with %d allowed survivors is acceptable: %s', (given, allowed, expected) => {
    const results = given.map(result);
    expect(isAcceptable(results, allowed)).toBe(expected);
    const printed = renderSummary(results).match(/^(?:survived|no test|unclear): /gm) ?? [];
    expect(printed).toHaveLength(given.filter((one) => one !== 'killed' && one !== 'timed out').length);
  });

  it('counts apart what was noticed in the text of a statement only', () => {
    const detail = 'tools/statements/test/read-rows.test.ts: …';
    const text = renderSummary([result('killed'), { ...result('killed'), detail }]);
    expect(text).toContain('1 were noticed by a test that reads the texts of statements');
  });
});

describe('the command line', () => {
  it('chooses from statements and presenters, unless kinds are named', () => {
    const kindsOf = (...words: string[]) => {
      const read = readArguments(words);
      return read === 'help' ? [] : read.kinds;
    };
    expect(kindsOf()).toEqual(statementAndPresenterKinds);
    expect(kindsOf('--kinds', 'drop-where', '--kinds', 'sql-operator')).toEqual([
      'drop-where',
      'sql-operator',
    ]);
  });

  it('has defaults, and refuses what is not a number', () => {
    expect(readArguments(['campaigns'])).toMatchObject({
      sample: 100,
      seed: 1,
      allow: 0,
      paths: ['campaigns'],
    });
    expect(readArguments(['--allow', '3'])).toMatchObject({ allow: 3 });
    expect(readArguments(['--within', 'search', '--within', 'http'])).toMatchObject({
      within: ['search', 'http'],
    });
    expect(readArguments(['--help'])).toBe('help');
    expect(() => readArguments(['--kinds', 'sql'])).toThrow(
      '--kinds must be default, all or one of sql-condition',
    );
    expect(() => readArguments(['--sample', 'all'])).toThrow(
      '--sample must be a whole number of at least 1, not all.',
    );
  });
});
