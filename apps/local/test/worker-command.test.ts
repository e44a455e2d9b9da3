import { expect, it } from '@jest/globals';
import { testEncryptionKeys } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { callCommand } from './support/call-command.js';

const target = useTestDatabase();

const run = (...args: string[]) =>
  callCommand('worker', args, { DATABASE_URL: target.url, ENCRYPTION_KEYS: testEncryptionKeys });

const says = (stdout: string) => ({ code: 0, stderr: '', stdout: `${stdout}\n` });

it('pauses and resumes the workers, and shows the state with the jobs that are due', async () => {
  expect(await run('status')).toEqual(says('The workers are not paused. No job is due.'));
  expect(await run('pause')).toEqual(says('Paused. Resume with: npm run worker -- resume'));
  await target.database.pool.query(
    `select graphile_worker.add_job('send-message', run_at => '2026-11-16T09:00:00Z')`,
  );
  const { stdout } = await run('status');
  expect(stdout).toMatch(
    /^Paused since 20\S+Z: an operator paused the workers\.\n\nTASK +JOBS DUE +DUE SINCE\n/,
  );
  expect(stdout).toMatch(/\nsend-message +1 +2026-11-16T09:00:00\.000Z\n$/);
  expect(await run('resume')).toEqual(says('Resumed. The workers claim jobs again within a few seconds.'));
  expect(await run('resume')).toEqual(says('The workers are not paused.'));
  expect(await run('stop')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('status, pause or resume'),
  });
});
