import { describe, expect, test } from '@jest/globals';
import { JobSlots } from '../../src/jobs/job-slots.js';

/** Acquires a slot and notes the order in which slots are granted. */
function acquireIn(slots: JobSlots, granted: string[], name: string): Promise<() => void> {
  return slots.acquire().then((release) => {
    granted.push(name);
    return release;
  });
}

describe('the slots of the jobs', () => {
  test('are granted up to the limit, then in order as others are released', async () => {
    const slots = new JobSlots(2);
    const granted: string[] = [];
    const [first, second] = ['first', 'second', 'third', 'fourth'].map((name) =>
      acquireIn(slots, granted, name),
    );
    const releaseFirst = await first;
    await second;
    expect(granted).toEqual(['first', 'second']);
    releaseFirst?.();
    await new Promise(setImmediate);
    expect(granted).toEqual(['first', 'second', 'third']);
  });

  test('count a slot that is released twice once', async () => {
    const slots = new JobSlots(1);
    const granted: string[] = [];
    const release = await slots.acquire();
    void acquireIn(slots, granted, 'second');
    void acquireIn(slots, granted, 'third');
    release();
    release();
    await new Promise(setImmediate);
    expect(granted).toEqual(['second']);
  });
});
