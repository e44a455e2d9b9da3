import { describe, expect, test } from '@jest/globals';
import { findJobs } from '../find-jobs.js';
import { useWorlds } from '../use-worlds.js';
import { prepareRun, send } from './prepare-run.js';

const worlds = useWorlds();

describe('wait', () => {
  test('releases the run until the time is over, with an entry in the log', async () => {
    const run = await prepareRun(worlds, [send('1'), { type: 'wait', seconds: 3600 }, send('2')]);
    expect(await run.work()).toEqual({ outcome: 'waiting' });
    const due = new Date(run.context.now().getTime() + 3_600_000);
    expect(await run.read()).toMatchObject({
      status: 'running',
      position: 1,
      scheduledAt: due,
      leaseToken: null,
    });
    expect(await run.log()).toMatchObject([{ isFinished: true }, { type: 'wait', isFinished: false }]);
    const planned = async () =>
      (await findJobs(worlds.database, 'run-automation', run.runId)).map(({ runAt }) => runAt);
    expect(await planned()).toContainEqual(due);

    run.context.clock.advance(3_599_999);
    expect(await run.work()).toEqual({ outcome: 'later' });
    expect(await run.texts()).toEqual(['1']);
    expect(await planned()).toContainEqual(due);

    run.context.clock.advance(1);
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.texts()).toEqual(['1', '2']);
    expect(await run.log()).toMatchObject([
      { position: 0 },
      { position: 1, isFinished: true },
      { position: 2 },
    ]);
  });

  test('until a time in the past does not wait', async () => {
    const run = await prepareRun(worlds, [{ type: 'wait', until: '2026-01-01T00:00:00Z' }, send('1')]);
    expect(await run.work()).toEqual({ outcome: 'completed' });
    const later = await prepareRun(worlds, [{ type: 'wait', until: '2026-12-01T00:00:00Z' }]);
    expect(await later.work()).toEqual({ outcome: 'waiting' });
    later.context.clock.set('2026-12-01T00:00:00Z');
    expect(await later.work()).toEqual({ outcome: 'completed' });
  });
});
