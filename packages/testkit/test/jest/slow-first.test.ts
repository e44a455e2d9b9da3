import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';

const SlowFirst = createRequire(import.meta.url)('../../src/jest/slow-first.cjs');

describe('the order of the test files', () => {
  it('starts with the slow ones where no run has measured them', () => {
    const config = { cacheDirectory: '/nonexistent', id: 'order', haste: {} };
    const context = { config, hasteFS: { getSize: () => 0 } };
    const sorted = new SlowFirst({}).sort(
      ['a.test.ts', 'b.slow.test.ts', 'c.test.ts', 'd.long.test.ts'].map((path) => ({ path, context })),
    );
    const isSlow = ({ path }: { path: string }) => /slow|long/.test(path);
    expect(sorted.map(isSlow)).toEqual([true, true, false, false]);
  });
});
