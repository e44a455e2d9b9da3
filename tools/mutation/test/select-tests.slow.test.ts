import { describe, expect, it } from '@jest/globals';
import { digestOf } from '../coverage.js';
import { findUsers } from '../find-users.js';
import { listMutants } from '../list-mutants.js';
import { selectTests } from '../select-tests.js';

const sourceOf = (file: string, text: string) => ({ file, text, hash: text });

/** Finds the users of the mutants of the first source, by the changed part. */
function usersOf(...sources: ReturnType<typeof sourceOf>[]) {
  const find = findUsers(sources);
  const [{ file, text } = { file: '', text: '' }] = sources;
  return listMutants(file, text).map((mutant) => {
    const { functions, atLoad } = find(mutant);
    return [mutant.from, [...functions], atLoad];
  });
}

describe('the users of a mutant', () => {
  it('are its function, or the functions that refer to its constant', () => {
    expect(
      usersOf(
        sourceOf(
          'a.ts',
          'const limit = 5;\nfunction check(n: number) { return n < limit; }\nfunction other() {}',
        ),
      ),
    ).toEqual([
      ['5', ['a.ts:check'], true],
      ['n < limit', ['a.ts:check'], false],
    ]);
  });

  it('are in other files if the constant is exported, also by way of another constant', () => {
    const users = usersOf(
      sourceOf('a.ts', 'export const limit = 5;'),
      sourceOf('b.ts', "import { limit as most } from './a.js';\nexport const table = { most };"),
      sourceOf('c.ts', "import { table } from './b.js';\nexport const check = () => table.most;"),
      sourceOf('d.ts', 'const limit = 1;\nexport const unrelated = () => limit;'),
    );
    expect(users).toEqual([['5', ['c.ts:check'], true]]);
  });

  it('of a function that builds a statement when the module is loaded are those of the statement', () => {
    const users = usersOf(
      sourceOf('a.ts', 'export const isOwn = () => `where chat.owner is null`;'),
      sourceOf(
        'b.ts',
        "import { isOwn } from './a.js';\nconst find = sql(isOwn());\nexport function read() { return run(find); }",
      ),
    );
    expect(users).toContainEqual(['is null', ['a.ts:isOwn', 'b.ts:read'], true]);
  });

  it('of a function that returns the text of a statement are those of the statement', () => {
    const text =
      'const find = locking((lock) => [`select 1 where a is null`, lock]);\nconst read = () => run(find);';
    expect(usersOf(sourceOf('a.ts', text))).toContainEqual(['is null', ['a.ts:locking', 'a.ts:read'], true]);
  });

  it('of a function that builds a part of a statement, by way of an object that is passed to a call', () => {
    const users = usersOf(
      sourceOf(
        'a.ts',
        'const owner = (row) => `(select 1 where a is null)`;\nexport const chats = define({ recordOf: (row) => owner(row) });',
      ),
      sourceOf('b.ts', "import { chats } from './a.js';\nexport const read = () => run(chats);"),
    );
    expect(users).toContainEqual(['is null', ['a.ts:owner', 'a.ts:recordOf', 'b.ts:read'], true]);
  });

  it('of a function that a table only lists are its own calls', () => {
    const users = usersOf(
      sourceOf('a.ts', 'export function show(n: number) { return n < 5; }'),
      sourceOf('b.ts', "import { show } from './a.js';\nexport const presenters = { show };"),
    );
    expect(users.map(([, , atLoad]) => atLoad)).toEqual([false, false]);
  });
});

describe('the tests of a mutant', () => {
  const test = (name: string, calls: string[]) => ({ name, calls, milliseconds: 10 });
  const file = (name: string, tests: ReturnType<typeof test>[], outside: string[] = []) => ({
    file: name,
    tests,
    outside,
    milliseconds: 1,
    test: 't',
    digest: 'd',
  });
  const files = [
    file('wide.test.ts', [test('w', ['a.ts:check', 'b.ts:f', 'c.ts:f'])]),
    file('own.test.ts', [test('x', ['a.ts:check']), test('y', ['b.ts:f'])]),
    file('setup.test.ts', [test('s', []), test('t', [])], ['d.ts:g']),
  ];
  const [mutant] = listMutants('a.ts', 'const limit = 5;');
  if (!mutant) throw new Error('There is no mutant.');
  const select = (functions: string[], atLoad = false) =>
    selectTests(
      { files },
      { mutant, users: { functions: new Set(functions), atLoad } },
      { files: 5, testsPerFile: 5 },
    ).map((one) => [one.file, one.names]);

  it('are those that call a user, the most specific first', () => {
    expect(select(['a.ts:check'])).toEqual([
      ['own.test.ts', ['x']],
      ['wide.test.ts', ['w']],
    ]);
    expect(select(['d.ts:g'])).toEqual([['setup.test.ts', ['s', 't']]]);
    expect(select(['e.ts:h'])).toEqual([]);
  });

  it('include one that is named for the changed code, although many are more specific', () => {
    const [changed] = listMutants('a.ts', 'function serve() { route.checkResponse(result); }');
    if (!changed) throw new Error('There is no mutant.');
    const others = Array.from({ length: 20 }, (_, index) =>
      file(`${index}.test.ts`, [test('x', ['a.ts:serve'])]),
    );
    const wide = file('wide.test.ts', [
      ...Array.from({ length: 20 }, (_, index) => test(`y${index}`, ['a.ts:serve', 'b.ts:f'])),
      test('500 when a response violates the contract', ['a.ts:serve', 'b.ts:f', 'c.ts:f']),
    ]);
    const [, second] = selectTests(
      { files: [...others, wide] },
      { mutant: changed, users: { functions: new Set(['a.ts:serve']), atLoad: false } },
      { files: 5, testsPerFile: 3 },
    );
    expect([second?.file, second?.names]).toEqual([
      'wide.test.ts',
      ['y0', '500 when a response violates the contract', 'y1'],
    ]);
  });

  it('are a whole file if that one reads the constant, such as the tenant of a statement or a setting', () => {
    const names = [
      'tools/statements/test/tenants.test.ts',
      'tools/configuration/test/reference.test.ts',
      'tools/statements/test/changed-rows.test.ts',
      'tools/statements/test/read-rows.test.ts',
      'tools/statements/test/written-columns.test.ts',
    ];
    const filesOf = (changed: string, text: string) =>
      listMutants(changed, text).map((one) =>
        selectTests(
          { files: names.map((name) => file(name, [test('reads all', [])])) },
          { mutant: one, users: { functions: new Set(), atLoad: true } },
          { files: 5, testsPerFile: 5 },
        ).map((selected) => [selected.file, selected.names]),
      );
    const ofTenant = [
      [names[0], undefined],
      [names[3], undefined],
    ];
    // The condition is dropped, or turned.
    expect(filesOf('a.ts', 'const find = `select 1 where tenant_id = $1::uuid`;')).toEqual([
      ofTenant,
      ofTenant,
    ]);
    expect(filesOf('a.ts', 'const set = `update chats set updated_at = $1`;')).toEqual([
      [[names[4], undefined]],
    ]);
    expect(filesOf('a.ts', 'const set = `update chats set a = 1 where id = $1::uuid`;')).toContainEqual([
      [names[2], undefined],
    ]);
    expect(filesOf('apps/api/src/config.ts', 'const most = integer(5);')).toEqual([[[names[1], undefined]]]);
    expect(filesOf('a.ts', 'const most = integer(5);')).toEqual([[]]);
  });

  it('call any function of the file if a constant without users is changed', () => {
    expect(select([], true)).toEqual(select(['a.ts:check']));
  });
});

describe('what was measured', () => {
  const measured = { tests: [{ name: 'x', milliseconds: 1, calls: ['a.ts:check'] }], outside: ['b.ts:f'] };
  const digest = (test: string, a: string, b: string, c: string) =>
    digestOf(measured, {
      test,
      sources: new Map([
        ['a.ts', a],
        ['b.ts', b],
        ['c.ts', c],
      ]),
    });

  it('is measured again after a change of the test or of a source that it calls, and of no other', () => {
    const known = digest('t', '1', '1', '1');
    expect(digest('u', '1', '1', '1')).not.toBe(known);
    expect(digest('t', '2', '1', '1')).not.toBe(known);
    expect(digest('t', '1', '2', '1')).not.toBe(known);
    expect(digest('t', '1', '1', '2')).toBe(known);
  });
});
