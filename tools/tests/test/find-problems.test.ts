import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { findProblems } from '../find-problems.js';

/** Returns the problems of a repository that has only these files. */
async function check(files: Record<string, string>): Promise<string[]> {
  const root = makeTestFolder('tests');
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return findProblems(root);
}

const operations = 'apps/api/test/operations/v3';
const jest = `import { describe, it } from '@jest/globals';\n`;
const tested = `${jest}export function describeNotes() {\n  describe('getNote 200', () => {});\n}\n`;

test('this repository has no operation without tests, no tests that never run, and none in the wrong tier', async () => {
  expect(await findProblems(fileURLToPath(new URL('../../..', import.meta.url)))).toEqual([]);
});

test('an operation that no test of its version names is reported in one line with advice', async () => {
  const paths = {
    'spec/v3/paths/notes@{noteId}.yaml': 'get:\n  operationId: getNote\ndelete:\n  operationId: deleteNote\n',
    'spec/v2/paths/notes.yaml': 'get:\n  operationId: getNote\n',
  };
  expect(await check({ ...paths, [`${operations}/notes.test.ts`]: tested })).toEqual([
    `Add tests of deleteNote to ${operations}.`,
    'Add tests of getNote to apps/api/test/operations/v2.',
  ]);
});

test('a file with tests that no test file imports is reported; one that is imported through another is not', async () => {
  const problems = await check({
    [`${operations}/notes.test.ts`]: `${jest}import { describeAll } from './all.js';`,
    [`${operations}/all.ts`]: `import { describeNotes } from './deep/notes.js';`,
    [`${operations}/deep/notes.ts`]: tested,
    [`${operations}/deep/forgotten.ts`]: tested,
    [`${operations}/support/no-tests.ts`]: 'export const describe = 1;',
  });
  expect(problems).toEqual([
    `The tests of ${operations}/deep/forgotten.ts never run. Call them in a *.test.ts beside it, or name it forgotten.test.ts.`,
  ]);
});

const core = 'packages/core/test';

test.each([
  ['starts a process', `import { spawn } from 'node:child_process';`],
  ['starts a process', `const { fork } = await import('node:child_process');`],
  ['starts a process', `import cluster from 'node:cluster';`],
  ['opens a browser', `import { chromium } from 'playwright-core';`],
  ['needs built programs', `import { buildPrograms } from '@parley/testkit';`],
  ['starts processes of the service', `import { startScene } from '../src/start-scene.js';`],
  ['starts a PostgreSQL server', `import { startLocalPostgres } from '@parley/database';`],
  ['measures elapsed time', 'const took = performance.now() - startedAt;'],
  ['measures elapsed time', `  ['a row of a table', performance.now() - startedAt],`],
  ['measures elapsed time', 'expect(outcome.durationMs).toBeLessThan(2_000);'],
  ['asserts on the time of the machine', 'expect(sentAt).toBeLessThan(Date.now());'],
  ['asserts on the time of the machine', 'const before = Date.now();\nsend();\nexpect(sentAt).toBe(before);'],
  ['sleeps for a fixed time', 'await delay(50);'],
  ['sleeps for a fixed time', 'await new Promise((resolve) => setTimeout(resolve, 50));'],
  ['sleeps for a fixed time', `await pool.query('select pg_sleep(0.1)');`],
])('a test of the merge tier that %s is reported, also where another file does it', async (what, text) => {
  const advice = 'Move that to a *.slow.test.ts, or do it in the process of the test.';
  const problems = await check({
    [`${core}/own.test.ts`]: `${jest}${text}`,
    [`${core}/through.test.ts`]: `${jest}import { help } from './support/help.js';`,
    [`${core}/support/help.ts`]: text,
    [`${core}/own.slow.test.ts`]: `${jest}${text}`,
    [`${core}/own.long.test.ts`]: `${jest}import { help } from './support/help.js';`,
    [`${core}/fine.test.ts`]: `${jest}const deadline = performance.now() + 1_000;\nwhile (isOpen()) await delay(5);`,
  });
  expect(problems).toEqual([
    `${core}/own.test.ts ${what}. ${advice}`,
    `${core}/through.test.ts ${what} (in ${core}/support/help.ts). ${advice}`,
  ]);
});

test('a test of the merge tier that imports a source which starts a process is reported; not one that measures time, or only loads the local server', async () => {
  const problems = await check({
    'tools/watch/test/own.test.ts': `${jest}import { run } from '../run.js';`,
    'tools/watch/run.ts': `import { spawnSync } from 'node:child_process';`,
    'packages/database/test/fine.test.ts': `${jest}import { start } from '../src/local/start.js';`,
    'packages/database/src/local/start.ts': `import './took.js';\nimport { spawn } from 'node:child_process';`,
    'packages/database/src/local/took.ts': 'const took = performance.now() - startedAt;',
  });
  expect(problems).toEqual([expect.stringContaining('starts a process (in tools/watch/run.ts)')]);
});
