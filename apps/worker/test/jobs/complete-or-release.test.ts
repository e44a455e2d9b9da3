import { describe, expect, test } from '@jest/globals';
import { completeOrRelease } from '../../src/jobs/complete-or-release.js';

/** Runs the attempts until one succeeds, and returns their names in order. The first ones fail with these codes. */
async function attemptsAfter(codes: readonly string[]): Promise<string[]> {
  const errors = codes.map((code) => Object.assign(new Error('planned'), { code }));
  const names: string[] = [];
  const attempt = (name: string) => async () => {
    names.push(name);
    const error = errors.shift();
    if (error) throw error;
  };
  await completeOrRelease({
    complete: attempt('complete'),
    completeAgain: attempt('complete again'),
    release: attempt('release'),
  });
  return names;
}

describe('the completion of jobs', () => {
  test('is recorded once', async () => {
    expect(await attemptsAfter([])).toEqual(['complete']);
  });

  test.each([
    ['a conflict of transactions', '40001'],
    ['a deadlock', '40P01'],
    ['a timeout', '57014'],
    ['too many connections', '53300'],
  ])('is recorded again after %s, which loses nothing', async (_, code) => {
    expect(await attemptsAfter([code, code])).toEqual(['complete', 'complete again', 'complete again']);
  });

  test.each([
    ['a refused connection', 'ECONNREFUSED'],
    ['a lost connection', 'ECONNRESET'],
    ['a server that starts', '57P03'],
    ['a pooler without a server', '08P01'],
  ])('is replaced by the release of the jobs after %s', async (_, code) => {
    expect(await attemptsAfter([code])).toEqual(['complete', 'release']);
  });

  test('stays a release after further errors', async () => {
    expect(await attemptsAfter(['ECONNRESET', '40001'])).toEqual(['complete', 'release', 'release']);
  });

  test('fails with an error that is no outage', async () => {
    await expect(attemptsAfter(['42P01'])).rejects.toThrow('planned');
  });
});
