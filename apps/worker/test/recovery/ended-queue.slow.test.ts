import { describe, expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import type { RunnerTiming } from '../../src/jobs/runner.js';
import { useRunner } from '../support/use-runner.js';

jest.setTimeout(60_000);

/** These queues end at once, so the deadline of the first one passes while the second one works. */
const timing: RunnerTiming = { startAgainAfterMs: 50, endsWithinMs: 4_000 };

const { pools, held, log, add, untilFinished, withoutTable } = useRunner(timing);

describe('a queue that shut down by itself and has ended', () => {
  test('does not affect the next one, which continues past the deadline of the first', async () => {
    await add('hold');
    await waitUntil(() => held.length === 1);
    await withoutTable(async () => {
      held[0]?.();
      await waitUntil(() => log().includes('Failed to complete jobs'));
    });
    await waitUntil(() => pools.length === 2);
    await add('finish', { inMs: timing.endsWithinMs + 1_000 });
    await untilFinished();
    expect(pools).toHaveLength(2);
    expect(log()).not.toContain('does not end');
  });
});
