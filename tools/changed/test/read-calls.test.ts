import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { mergeCalls, readCalls } from '../read-calls.js';

/** Merges the lines of one run after the other, and returns what is known then. */
function merge(...runs: { lines: object[]; failed?: string[] }[]) {
  const folder = makeTestFolder('calls');
  const [path, recorded] = [join(folder, 'all/calls.jsonl'), join(folder, 'recorded.jsonl')];
  for (const { lines, failed } of runs) {
    writeFileSync(recorded, lines.map((line) => JSON.stringify(line)).join('\n'));
    mergeCalls(path, recorded, failed);
  }
  const { calls, loading } = readCalls(path) ?? {};
  return {
    calls: Object.fromEntries([...(calls ?? [])].map(([test, files]) => [test, [...files]])),
    loading,
  };
}

it('a run that recorded nothing writes nothing', () => {
  const path = join(makeTestFolder('calls'), 'calls.jsonl');
  mergeCalls(path, join(makeTestFolder('calls'), 'nothing.jsonl'));
  expect(existsSync(path)).toBe(false);
});

it('a run replaces the calls of its tests, and adds to what is called while modules are loaded', () => {
  const first = { lines: [{ files: ['sql.ts'] }, { test: 'a', files: ['1'] }, { test: 'b', files: ['2'] }] };
  const second = { lines: [{ files: ['ids.ts'] }, { test: 'a', files: ['3'] }] };
  expect(merge(first, second)).toEqual({
    calls: { a: ['3'], b: ['2'] },
    loading: new Set(['sql.ts', 'ids.ts']),
  });
});

it('a test that failed keeps the calls that are known, and is not recorded without them', () => {
  const first = { lines: [{ test: 'a', files: ['1', '2'] }] };
  const failed = {
    lines: [
      { test: 'a', files: ['1', '3'] },
      { test: 'b', files: ['1'] },
    ],
    failed: ['a', 'b'],
  };
  expect(merge(first, failed).calls).toEqual({ a: ['1', '2', '3'] });
});
