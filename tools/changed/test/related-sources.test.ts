import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findRelatedSources } from '../related-sources.js';

const root = join(import.meta.dirname, '../../..');

const find = (...changed: string[]) => findRelatedSources(changed, () => true);

describe('the sources whose tests a change can touch', () => {
  it('are the changed modules themselves', () => {
    expect(find('packages/core/src/labels/create-label.ts', 'README.md')).toEqual([
      'packages/core/src/labels/create-label.ts',
    ]);
  });

  it.each([
    ['a contract file', 'spec/v3/paths/labels.yaml', 'packages/contract/src/documents.ts'],
    ['a lint rule', 'spec/rules/operation-has-scope.ts', 'spec/scripts/redocly.ts'],
    ['a migration', 'prisma/migrations/1_start/migration.sql', 'packages/database/src/index.ts'],
    ['a page about the code', 'docs/glossary.md', 'tools/imports/test/architecture.test.ts'],
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
  ])('are all of them for %s', (file) => {
    expect(find(file)).toBe('all');
  });

  it('are none for prose', () => {
    expect(find('README.md', 'CONTRIBUTING.md')).toEqual([]);
  });

  it('are all of them when a module was deleted, and found for a deleted contract file', () => {
    const gone = () => false;
    expect(findRelatedSources(['packages/core/src/labels/create-label.ts'], gone)).toBe('all');
    expect(findRelatedSources(['spec/v3/paths/labels.yaml'], gone)).toContain('spec/scripts/redocly.ts');
  });
});
