import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findRelatedSources } from '../related-sources.js';

const root = join(import.meta.dirname, '../../..');

describe('the sources whose tests a change can touch', () => {
  it('are the changed modules themselves', () => {
    expect(findRelatedSources(['packages/core/src/labels/create-label.ts', 'README.md'])).toEqual([
      'packages/core/src/labels/create-label.ts',
    ]);
  });

  it.each([
    ['a contract file', 'spec/v3/paths/labels.yaml', 'packages/contract/src/documents.ts'],
    ['a lint rule', 'spec/rules/operation-has-scope.ts', 'spec/scripts/redocly.ts'],
    ['a migration', 'prisma/migrations/1_start/migration.sql', 'packages/database/src/index.ts'],
    ['a guide', 'apps/docs/pages/guides/start.md', 'apps/docs/test/pages.test.ts'],
  ])('include, for %s, the module through which tests depend on it', (_, changed, source) => {
    expect(findRelatedSources([changed])).toContain(source);
    expect(existsSync(join(root, source))).toBe(true);
  });

  it.each(['package-lock.json', 'jest.config.js', 'packages/testkit/src/jest/resolver.cjs'])(
    'are all of them for %s',
    (file) => {
      expect(findRelatedSources([file])).toBe('all');
    },
  );

  it('are none for prose', () => {
    expect(findRelatedSources(['README.md', 'docs/glossary.md'])).toEqual([]);
  });
});
