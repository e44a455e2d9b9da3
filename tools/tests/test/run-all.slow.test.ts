import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';

/** An npm whose tests print their process and wait. */
const npm = `#!/bin/sh
[ "$3" = test:jest ] || exit 0
echo $$ >&2
exec sleep 60
`;

it('a run that is stopped ends its tests, leaves no folder and ends with 130', async () => {
  const [bin, temporary] = [makeTestFolder('bin'), makeTestFolder('temporary')];
  writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 });
  const flags = ['--import', './tools/typescript/register.js', 'tools/tests/run-all.ts', '--shard', '2/4'];
  const child = spawn(process.execPath, flags, {
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [tests] = await once(child.stderr, 'data');
  const folders = () => readdirSync(temporary).filter((name) => name.startsWith('parley-test-all-'));
  expect(folders()).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(folders()).toEqual([]);
  expect(() => process.kill(Number(tests), 0)).toThrow('ESRCH');
});
