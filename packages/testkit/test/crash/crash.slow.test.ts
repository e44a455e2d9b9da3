import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';

jest.setTimeout(20 * 60_000);

const program = fileURLToPath(new URL('../../src/crash/main.ts', import.meta.url));

test('ten rounds of killed processes lose nothing; npm run test:crash runs more of them', async () => {
  const flags = ['--conditions=@parley/source', '--import', './tools/typescript/register.js'];
  const run = promisify(execFile)(process.execPath, [...flags, program, '--rounds', '10'], {
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 16 * 1_024 * 1_024,
  });
  // The rejection of a program that fails has its output, which lists each broken promise.
  const { stdout } = await run.catch(({ stdout, stderr }) => ({ stdout: stdout + stderr }));
  expect(stdout).toContain('violated guarantees: 0\n');
});
