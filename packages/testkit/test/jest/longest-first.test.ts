import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';

const LongestFirst = createRequire(import.meta.url)('../../src/jest/longest-first.cjs');
const root = new URL('../../../../', import.meta.url);

describe('the order of the test files', () => {
  const [slow = '', slower = ''] = LongestFirst.longest.toReversed();

  const sort = (names: readonly string[]): string[] => {
    const config = { cacheDirectory: '/nonexistent', id: 'order', haste: {} };
    const context = { config, hasteFS: { getSize: () => 0 } };
    const tests = names.map((name) => ({ path: new URL(name, root).pathname, context }));
    return new LongestFirst({})
      .sort(tests)
      .map(({ path }: { path: string }) => path.slice(root.pathname.length));
  };

  it('starts with the longest where no run has measured them', () => {
    const names = ['packages/testkit/test/check-wire.test.ts', slow, slower];
    expect(sort(names)).toEqual([slower, slow, names[0]]);
  });

  it('names files that exist', () => {
    expect(LongestFirst.longest.filter((name: string) => !existsSync(new URL(name, root)))).toEqual([]);
  });
});
