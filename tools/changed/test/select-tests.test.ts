import { describe, expect, it } from '@jest/globals';
import { type Change, selectTests } from '../select-tests.js';

const calls = new Map([
  ['packages/core/test/labels.test.ts', new Set(['packages/core/src/labels/create-label.ts'])],
  ['packages/core/test/labels.slow.test.ts', new Set(['packages/core/src/labels/create-label.ts'])],
  ['packages/core/test/chats.test.ts', new Set(['packages/core/src/chats/create-chat.ts'])],
  ['apps/docs/test/pages.test.ts', new Set(['apps/docs/generator/pages.ts'])],
]);

const select = (...changes: Change[]) => selectTests(changes, calls);

describe('the tests that a change can affect', () => {
  const file = 'packages/core/src/labels/create-label.ts';

  it('are those that called a function of the changed file', () => {
    expect(select({ file, effect: 'functions' })).toEqual({
      tests: ['packages/core/test/labels.test.ts'],
      loaded: [],
    });
  });

  it('are also those that import it, when code that runs at load changed', () => {
    expect(select({ file, effect: 'load' })).toEqual({
      tests: ['packages/core/test/labels.test.ts'],
      loaded: [file],
    });
  });

  it.each([
    { file, effect: 'nothing' },
    { file: '.changeset/a-change.md' },
    { file: 'packages/core/test/labels.slow.test.ts' },
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
