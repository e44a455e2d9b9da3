import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { explainFailure } from '../src/start/explain-failure.js';
import { readStartOptions } from '../src/start/read-start-options.js';
import { callCommand } from './support/call-command.js';
import { cannotConnect, isFile, nobodysDatabase } from './support/wrong-settings.js';

const folder = makeTestFolder('settings');

describe('with something wrong', () => {
  it('npm run migrate reports that the database of DATABASE_URL cannot be reached, and what to do', async () => {
    const outcome = await callCommand('migrate', [], { DATABASE_URL: nobodysDatabase });
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: cannotConnect });
  });

  it.each([
    { name: 'migrate', args: [] },
    { name: 'tenant', args: ['list'] },
    { name: 'key', args: ['list', '--tenant', 'demo'] },
    { name: 'token', args: ['--tenant', 'demo', '--scope', '*'] },
    { name: 'contacts', args: ['duplicates'] },
  ])('npm run $name reports that DATA_DIR is a file', async ({ name, args }) => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const outcome = await callCommand(name, args, { DATA_DIR: file });
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: isFile(file) });
  });

  it('a command that does not exist is refused with the names of all', async () => {
    expect(await callCommand('tokens', [], {})).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^There is no command "tokens"\. The commands are: contacts, .+, worker\n$/,
      ),
    });
  });
});

describe('the command line of a start', () => {
  it('--demo adds the demo workspace, and --help prints the help', () => {
    expect([readStartOptions([]), readStartOptions(['--demo'])]).toEqual([
      { wantsDemo: false },
      { wantsDemo: true },
    ]);
    expect(readStartOptions(['-h'])).toEqual({ help: expect.stringContaining('npm start -- --demo') });
  });

  it.each([['--foo'], ['demo']])('refuses %s in one line', (argument) => {
    let line = '';
    try {
      readStartOptions([argument]);
    } catch (error) {
      line = explainFailure(error);
    }
    expect(line).toMatch(/^Parley could not start\. .+\. See: npm start -- --help$/);
    expect(line).toContain(argument);
  });
});
