import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findRelatedSources, isClassified } from '../related-sources.js';

const root = join(import.meta.dirname, '../../..');

const find = (...changed: string[]) => findRelatedSources(changed, () => true);

/** One file for each way in which a test depends on a file without importing it. */
const samples = [
  'spec/v3/openapi.yaml',
  'spec/accepted-changes.yaml',
  'packages/contract/LICENSE',
  'packages/contract/generate.ts',
  'packages/client/generate.ts',
  'packages/database/scripts/generate.js',
  'packages/conformance/test/documents/odd.yaml',
  'prisma/schema.prisma',
  'apps/local/run.cjs',
  'apps/docs/pages/index.md',
  'docs/glossary.md',
  'README.md',
];

describe('the sources whose tests a change affects', () => {
  it('are the changed modules themselves', () => {
    expect(find('packages/core/src/labels/create-label.ts', 'SECURITY.md')).toEqual([
      'packages/core/src/labels/create-label.ts',
    ]);
  });

  it.each([
    ['a contract file', 'spec/v3/paths/labels.yaml', 'packages/contract/src/documents.ts'],
    ['a lint rule', 'spec/rules/operation-has-scope.ts', 'spec/scripts/redocly.ts'],
    ['a migration', 'prisma/migrations/1_start/migration.sql', 'packages/database/src/index.ts'],
    ['a page about the code', 'docs/glossary.md', 'tools/imports/test/architecture.test.ts'],
    ['a generator', 'packages/contract/generator/render-types.ts', 'packages/contract/src/operations.ts'],
    ['a file of the contract, by its checks', 'spec/v3/openapi.yaml', 'tools/contract/test/check.test.ts'],
    ['a generator, by its types', 'packages/contract/generate.ts', 'tools/contract/test/types.test.ts'],
    ['a tool of the contract', 'tools/contract/lint.mjs', 'tools/contract/test/check.test.ts'],
    ['the generator of the client', 'packages/client/generate.ts', 'packages/client/src/v3.ts'],
    ['a launcher', 'apps/local/launch/run-turbo.js', 'apps/local/test/launch.test.ts'],
    ['the bundler', 'apps/local/scripts/bundle.js', 'apps/local/test/start.test.ts'],
    ['an accepted change', 'spec/accepted-changes.yaml', 'spec/scripts/accepted-changes.ts'],
    ['the README, which tests read', 'README.md', 'apps/docs/test/newcomer.test.ts'],
    ['the README of the client', 'packages/client/README.md', 'packages/client/test/readme.test.ts'],
    ['the version of Node', '.nvmrc', 'apps/local/test/launch.test.ts'],
    ['a guide', 'apps/docs/pages/guides/start.md', 'apps/docs/test/pages.test.ts'],
  ])('include, for %s, the module through which tests depend on it', (_, changed, source) => {
    expect(find(changed)).toContain(source);
    expect(existsSync(join(root, source))).toBe(true);
  });

  it.each([
    'package-lock.json',
    'apps/api/package.json',
    'jest.config.js',
    'packages/testkit/src/jest/resolver.cjs',
    'packages/client/turbo.json',
    'packages/core/tsconfig.json',
    'a-file-that-nobody-classified.bin',
  ])('are all of them for %s', (file) => {
    expect(find(file)).toBe('all');
  });

  it('are defined for every file of the repository', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.filter((file) => !isClassified(file))).toEqual([]);
  });

  it('exist', () => {
    const sources = find(...samples);
    expect(sources).not.toBe('all');
    expect([...sources].filter((source) => !existsSync(join(root, source)))).toEqual([]);
  });

  it('are none for prose', () => {
    expect(find('SECURITY.md', 'packages/core/README.md', '.changeset/a-change.md')).toEqual([]);
  });

  it('are all of them for a deleted module, but not for a deleted contract file', () => {
    const gone = () => false;
    expect(findRelatedSources(['packages/core/src/labels/create-label.ts'], gone)).toBe('all');
    expect(findRelatedSources(['spec/v3/paths/labels.yaml'], gone)).toContain('spec/scripts/redocly.ts');
  });
});
