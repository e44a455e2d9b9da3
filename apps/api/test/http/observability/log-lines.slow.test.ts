import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { buildPrograms } from '@parley/testkit';

buildPrograms();

describe('an uncaught error', () => {
  it.each(['sync: false', 'sync: true'])(
    'ends the process with one log line, without the connection (%s)',
    (mode) => {
      const script = `
      import { endOnUncaught, logOptions } from '@parley/config';
      import { pino } from 'pino';
      endOnUncaught(pino(logOptions('info'), pino.destination({ ${mode} })));
      const client = { connectionParameters: { password: 'hunter2-of-the-database' }, secretKey: 1 };
      Promise.reject(Object.assign(new Error('Lost.'), { code: '57P01', client }));`;
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '--eval', script],
        { cwd: new URL('../../..', import.meta.url), encoding: 'utf8' },
      );
      expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
      expect(stdout).not.toMatch(/hunter2|secretKey|connectionParameters|_readableState|parsedStatements/);
      expect(JSON.parse(stdout)).toMatchObject({ level: 60, err: { message: 'Lost.', code: '57P01' } });
    },
  );
});
