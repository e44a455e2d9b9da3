import { describe, expect, it } from '@jest/globals';
import { describeOthers } from '../describe-others.js';
import { findThreadStarters } from '../find-thread-starters.js';
import { type Change, selectTests } from '../select-tests.js';

const own = ['packages/core/test/labels.slow.test.ts', 'packages/core/test/labels.test.ts'];
const sql = 'packages/core/src/sql/new-id-sql.ts';
const calls = new Map([
  ['packages/core/test/labels.test.ts', new Set(['packages/core/src/labels/create-label.ts'])],
  ['packages/core/test/labels.slow.test.ts', new Set(['packages/core/src/labels/create-label.ts'])],
  ['packages/core/test/chats.test.ts', new Set(['packages/core/src/chats/create-chat.ts', sql])],
  ['packages/core/test/rules.test.ts', new Set(['packages/core/src/recurrence/rule-thread.ts'])],
  ['apps/docs/test/pages.test.ts', new Set(['apps/docs/generator/pages.ts'])],
]);

const support = 'apps/local/test/support/read.ts';
const sources = new Map([
  ...[...calls.keys()].map((test) => [test, `import '../src/index.js';`] as const),
  ['apps/local/test/launch.test.ts', `import './support/read.js';`],
  [support, `read('../../LICENSE'); read('guides/quick-start.md');`],
]);
calls.set('apps/local/test/launch.test.ts', new Set());

const known = { calls, loading: new Set([sql]), sources, startersOf: findThreadStarters(process.cwd()) };
const select = (...changes: Change[]) => selectTests(changes, known);

describe('the tests that a change can affect', () => {
  const file = 'packages/core/src/labels/create-label.ts';

  it('are those that called a function of the changed file', () => {
    expect(select({ file, effect: 'functions' })).toEqual({ tests: own, loaded: [] });
  });

  it('are also those that import it, when code that runs at load changed', () => {
    expect(select({ file, effect: 'load' })).toEqual({ tests: own, loaded: [file] });
  });

  it('are also those that import it, when one of its functions is called while modules are loaded', () => {
    const tests = ['packages/core/test/chats.test.ts'];
    expect(select({ file: sql, effect: 'functions' })).toEqual({ tests, loaded: [sql] });
  });

  it('are those that start a thread in which it runs', () => {
    const tests = ['packages/core/test/rules.test.ts'];
    for (const name of ['rule-thread-program', 'find-next-occurrence'])
      expect(select({ file: `packages/core/src/recurrence/${name}.ts`, effect: 'functions' })).toEqual({
        tests,
        loaded: [],
      });
    expect(known.startersOf('packages/channels/src/email/parse-inbound.ts')).toEqual([
      'packages/channels/src/parsing/parsing-threads.ts',
    ]);
  });

  it.each(['LICENSE', 'apps/docs/pages/guides/quick-start.md', '.github/quick-start.md'])(
    'are for %s those that name it, or import a file that does',
    (page) => expect(select({ file: page }).loaded).toEqual([support]),
  );

  it('are those of the merge tier that have not been recorded, whatever changed', () => {
    const added = ['packages/core/test/new.test.ts', 'packages/core/test/new.slow.test.ts'];
    const all = new Map([...sources, ...added.map((test) => [test, ''] as const)]);
    expect(selectTests([], { ...known, sources: all }).tests).toEqual(['packages/core/test/new.test.ts']);
  });

  it.each([
    { file, effect: 'nothing' },
    { file: '.changeset/a-change.md' },
    { file: 'packages/core/test/labels.long.test.ts' },
    { file: 'knip.json' },
  ] as const)('are none for $file with the effect $effect', (change) => {
    expect(select(change)).toEqual({ tests: [], loaded: [] });
  });

  it('are a new test file itself', () => {
    expect(select({ file: 'packages/core/test/new.test.ts' }).tests).toEqual([
      'packages/core/test/new.test.ts',
    ]);
  });

  it.each(['README.md', 'docs/glossary.md', 'deploy/helm/parley/values.yaml', '.github/workflows/ci.yml'])(
    'are for %s those that read files of the repository',
    (page) => {
      expect(select({ file: page }).tests).toEqual(['apps/docs/test/pages.test.ts']);
    },
  );

  it.each([
    'spec/v3/openapi.yaml',
    'spec/decorators/plugin.js',
    'prisma/schema.prisma',
    'package-lock.json',
    'jest.config.js',
    'packages/testkit/src/jest/native-runtime.cjs',
    'packages/contract/generate.ts',
    'a-file-of-an-unknown-kind.bin',
  ])('are all of them for %s', (changed) => {
    expect(select({ file, effect: 'functions' }, { file: changed, effect: 'load' }).tests).toBe('all');
  });
});

describe('the tests that do not run with the merge tier', () => {
  it('are named with the command that runs them', () => {
    expect(describeOthers([])).toBe('Nothing changed that a test depends on.');
    expect(describeOthers(['a.test.ts'])).toBe('');
    const command = 'npm run test:jest -- --config jest.all.config.js --runTestsByPath b.slow.test.ts';
    expect(describeOthers(['b.slow.test.ts'])).toBe(
      `Only slow tests depend on the change. Run them with:\n  ${command}`,
    );
    expect(describeOthers(['a.test.ts', 'b.slow.test.ts'])).toContain('1 slow tests also depend');
  });
});
