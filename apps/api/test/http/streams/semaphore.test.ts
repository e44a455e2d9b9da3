import { expect, it } from '@jest/globals';
import { Semaphore } from '../../../src/http/streams/semaphore.js';

it('lets the task of another tenant run before the waiting tasks of a busy one', async () => {
  const semaphore = new Semaphore(2);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string) =>
    semaphore.run(name.slice(0, 1), async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const tasks = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map(run);
  await new Promise(setImmediate);
  expect(started).toEqual(['a1', 'a2']);
  for (let ended = 0; ended < tasks.length; ended += 1) {
    ends[ended]?.();
    await new Promise(setImmediate);
  }
  await Promise.all(tasks);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

it('frees the place of a task that fails', async () => {
  const semaphore = new Semaphore(1);
  const failing = semaphore.run('a', () => Promise.reject(new Error('on purpose')));
  await expect(failing).rejects.toThrow('on purpose');
  expect(await semaphore.run('b', async () => 'ran')).toBe('ran');
});
