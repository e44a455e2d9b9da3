import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repository } from '../support/install-copied.js';
import type { Packed } from '../support/install-packed.js';

/** Tests the tarball; `packed` returns it while tests run. */
export function describePublished(packed: () => Packed): void {
  describe('what is published', () => {
    it('is less than 15 MB, with a prepared cluster and without source maps', () => {
      expect(packed().bytes).toBeLessThan(15_000_000);
      expect(packed().published).toEqual(
        expect.arrayContaining([
          'LICENSE',
          'README.md',
          'dist/THIRD-PARTY.md',
          'dist/bundle/sandbox.js',
          'dist/index.cjs',
          'dist/index.d.cts',
          'dist/index.d.ts',
          'dist/index.js',
          'dist/packages/database/template/cluster.tar',
          'dist/prisma/schema.prisma',
        ]),
      );
      expect(packed().published.filter((path) => /\.map$|^src\//.test(path))).toEqual([]);
    });

    it('contains the licence of the repository, and those of the packages in it', () => {
      expect(read('LICENSE')).toBe(readFileSync(join(repository, 'LICENSE'), 'utf8'));
      const named = [...read('dist/THIRD-PARTY.md').matchAll(/^## (\S+) /gm)].map(([, name]) => name);
      expect(named).toEqual(
        expect.arrayContaining(['@prisma/client', 'express', 'graphile-worker', 'pg', 'pino']),
      );
    });
  });

  function read(path: string): string {
    return readFileSync(join(packed().folder, 'node_modules/@parley/sandbox', path), 'utf8');
  }
}
