import { readdir } from 'node:fs/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { runProgram } from './support/run-program.js';

// The program is a separate process, which takes a while on a busy machine.
jest.setTimeout(120_000);

const dataDir = makeTestFolder('dev-help');

describe('npm run dev, without starting PostgreSQL', () => {
  it('prints its help with --help', async () => {
    const { code, stdout, stderr } = await runProgram('dev', ['--help'], { DATA_DIR: dataDir });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('npm run dev -- --demo');
    expect(stdout).not.toContain('PostgreSQL  ');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('refuses an unknown option in one line', async () => {
    const { code, stdout, stderr } = await runProgram('dev', ['--foo'], { DATA_DIR: dataDir });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Parley could not start\. [^\n]+--foo[^\n]+\n$/);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
