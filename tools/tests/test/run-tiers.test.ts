import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { callsFile } from '../../changed/read-calls.js';
import { flakesFile, readFlakes } from '../flakes.js';
import { runTiers } from '../run-tiers.js';

interface Scene {
  /** The test files that fail in the run of all tests, which writes no report if this is undefined. */
  readonly failed: readonly string[] | undefined;
  /** The scripts, and the test files when they run again, that end with 1. */
  readonly failing?: readonly string[];
  readonly shard?: string;
}

/** Returns the result with what npm ran: scripts, and test files that ran alone. */
async function run({ failed, failing = [], shard }: Scene) {
  const root = makeTestFolder('tiers');
  const ran: string[] = [];
  const folders: string[] = [];
  const result = await runTiers({
    shard,
    commit: 'abc1234',
    root,
    run: async (args, { PARLEY_CALLS: calls } = {}) => {
      const isRepeated = args.includes('--runTestsByPath');
      const name = (isRepeated ? args.at(-1) : args[2]) ?? '';
      ran.push(name);
      if (calls) {
        folders.push(dirname(calls));
        writeFileSync(calls, '{"test":"a.test.ts","files":["a.ts"]}\n');
        const report = args.find((arg) => arg.startsWith('--outputFile='))?.split('=')[1] ?? '';
        if (failed) writeFileSync(report, JSON.stringify(reportOf(failed.map((file) => join(root, file)))));
      }
      return failing.some((one) => name.endsWith(one)) ? 1 : 0;
    },
  }).catch((error: Error) => ({ summary: error.message, isFine: false }));
  return { ...result, root, ran, isCleaned: !folders.some(existsSync) };
}

const reportOf = (failed: readonly string[]) => ({
  numPassedTests: 1,
  numPendingTests: 0,
  numTotalTestSuites: 1,
  testResults: failed.map((name) => ({
    name,
    status: 'failed',
    startTime: 0,
    endTime: 1,
    assertionResults: [{ fullName: 'adds', status: 'failed' }],
  })),
});

it('a run without failures is fine, and records the calls of its tests', async () => {
  const { isFine, root, ran, isCleaned } = await run({ failed: [] });
  expect([isFine, isCleaned, existsSync(join(root, callsFile))]).toEqual([true, true, true]);
  expect(ran).toEqual(['check', 'exports', 'typecheck:5', 'programs', 'test:jest']);
});

it('a later part of the tests runs no checks', async () => {
  const { ran } = await run({ failed: [], shard: '2/4' });
  expect(ran).toEqual(['programs', 'test:jest']);
});

it('a file that fails and then passes alone is a flake, which is listed and kept and fails nothing', async () => {
  const { isFine, summary, root } = await run({ failed: ['a.test.ts'], failing: ['test:jest'] });
  expect([isFine, summary]).toEqual([true, expect.stringContaining('1 flakes\nTests: 1 passed, 0 failed')]);
  expect(readFlakes(join(root, flakesFile))).toMatchObject([{ file: 'a.test.ts', tests: ['adds'] }]);
});

it('a file that also fails alone fails the run', async () => {
  const { isFine, summary } = await run({ failed: ['a.test.ts'], failing: ['test:jest', 'a.test.ts'] });
  expect([isFine, summary]).toEqual([false, expect.stringContaining('0 flakes\nTests: 1 passed, 1 failed')]);
});

it('more than ten failures are not repeated, and fail the run', async () => {
  const failed = Array.from({ length: 11 }, (_, index) => `${index}.test.ts`);
  const { isFine, ran } = await run({ failed, failing: ['test:jest'] });
  expect([isFine, ran.at(-1)]).toEqual([false, 'test:jest']);
});

it.each(['check', 'programs', 'test:jest'])(
  'npm run %s that fails without a failed test fails the run',
  async (name) => {
    const { isFine, summary } = await run({ failed: [], failing: [name] });
    expect([isFine, summary]).toEqual([
      false,
      expect.stringContaining(`Failed checks:\n  npm run ${name}\n`),
    ]);
  },
);

it('a run whose Jest writes no report keeps no calls, and leaves no folder', async () => {
  const { summary, root, isCleaned } = await run({ failed: undefined });
  expect([summary, isCleaned]).toEqual([expect.stringContaining('Jest ended without a report'), true]);
  expect(existsSync(join(root, callsFile))).toBe(false);
});
