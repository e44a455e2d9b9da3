import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import { buildPrograms, createTenant, testEncryptionKeys, testSecret } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { commands } from '../src/cli/commands.js';
import type { Outcome } from './support/call-command.js';

// Each command is a process of its own, which takes a while on a busy machine.
jest.setTimeout(120_000);
buildPrograms();

const root = fileURLToPath(new URL('../../..', import.meta.url));

const target = useTestDatabase();
const environment = useResource(async () => {
  await createTenant(target.database, { slug: 'acme' });
  return { DATABASE_URL: target.url, JWT_SECRET: testSecret, ENCRYPTION_KEYS: testEncryptionKeys };
});

/** Runs a command as its script in `package.json` does. */
function run(name: string, ...args: string[]): Promise<Outcome> {
  const words = ['apps/local/run.cjs', `cli/${name}`, ...args];
  const env = { PATH: process.env.PATH ?? '', ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

describe('the program of a command', () => {
  it.each([...commands.keys()])('%s prints its help', async (name) => {
    expect(await run(name, '--help')).toEqual({
      code: 0,
      stdout: expect.stringContaining(`npm run ${name} -- `),
      stderr: '',
    });
  });

  it('prints its result alone on standard output, and exits with 0', async () => {
    expect(await run('token', '--tenant', 'acme', '--scope', '*')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\S+\n$/),
      stderr: '',
    });
  });

  it('exits with 1 and one line for an error, and with 2 and its help for an unknown argument', async () => {
    expect(await run('token', '--tenant', 'nobody', '--scope', '*')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no tenant "nobody".\n',
    });
    expect(await run('tenant', 'list', '--foo')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--foo'.*\n\nCreates, lists, /),
    });
  });
});
