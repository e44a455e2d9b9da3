import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const script = fileURLToPath(new URL('./support/track-and-report.ts', import.meta.url));

// A process of its own, because other tests follow promises too.
test('promises are followed only while a connection is tracked', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import=./tools/typescript/register.js',
    script,
  ]);
  expect(JSON.parse(stdout)).toEqual({ before: 0, after: 0 });
});
