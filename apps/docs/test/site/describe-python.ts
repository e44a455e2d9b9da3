import { execFile, spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { repository } from '../support/read-commands.js';
import type { Site } from '../support/use-site.js';
import { describeVerification } from './describe-verification.js';

const folder = fileURLToPath(new URL('apps/docs/examples/python/', repository));
const hasPython = spawnSync('python3', ['--version']).status === 0;

// In CI a skipped test is an error, unless the environment allows it.
if (!hasPython && process.env.CI && process.env.PYTHON_TESTS !== 'skip') {
  throw new Error('There is no python3: install it, or set PYTHON_TESTS=skip.');
}

/** The output of each example with the demo workspace. */
const expected: Readonly<Record<string, RegExp>> = {
  'call.py': /^Demo pro\n$/,
  'create-webhook.py': /^active whsec_\S+\n$/,
  'fail.py': /^400 invalid_body_params\npagination\.limit\nquery\nsort\n$/,
  'search-chats.py': /^(?:.+ (?:open|snoozed)\n)+limit 25\n$/,
  'send-once.py': /^([0-9a-f-]{36}) None\n\1 true\n$/,
  'trigger-automation.py': /^\{'success': True\}\n$/,
};

/** Runs the examples in Python. Without Python they are skipped, and the summary shows it. */
export function describePython(site: Site): void {
  describe('the examples in Python', () => {
    it('are all tested', async () => {
      const names = [...Object.keys(expected), 'verify-webhook.py'];
      expect((await readdir(folder)).toSorted()).toEqual(names.toSorted());
    });
  });

  const describeWithPython = hasPython ? describe : describe.skip;
  describeWithPython('with Python', () => {
    it.each(Object.entries(expected))('%s runs', async (name, output) => {
      const env = { PATH: process.env.PATH ?? '', PARLEY_URL: site.url, PARLEY_TOKEN: site.token };
      const { stdout } = await promisify(execFile)('python3', [join(folder, name)], { env });
      expect(stdout).toMatch(output);
    });

    describeVerification(site, 'python3', 'python/verify-webhook.py');
  });
}
