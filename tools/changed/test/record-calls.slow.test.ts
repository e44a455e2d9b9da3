import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { runJest } from '../../mutation/run-jest.js';
import { readCalls } from '../read-calls.js';

it('a run records what its tests call, and apart from it what is called while modules are loaded', async () => {
  const recorded = join(makeTestFolder('calls'), 'calls.jsonl');
  const test = 'packages/presenters/test/presenters.test.ts';
  const { signal } = new AbortController();
  await runJest(['--runTestsByPath', test], { env: { PARLEY_CALLS: recorded }, signal });
  const { calls = new Map(), loading = new Set() } = readCalls(recorded) ?? {};
  const presenter = 'packages/presenters/src/v2/present-attribute.ts';
  const sql = 'packages/core/src/events/recording-sql.ts';
  expect([...calls].map(([name, files]) => [name, files.has(presenter), files.has(sql)])).toEqual([
    [test, true, false],
  ]);
  expect([loading.has(presenter), loading.has(sql)]).toEqual([false, true]);
}, 120_000);
