import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

function run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: {} }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

describe('the program', () => {
  it('prints its help alone on standard output, and exits with 0', async () => {
    expect(await run('--help')).toEqual({ code: 0, stdout: expect.stringContaining('--url'), stderr: '' });
  });

  it('exits with 2 and one line for an unknown argument', async () => {
    expect(await run('--foo')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--foo'.* See --help\.\n$/s),
    });
  });
});
