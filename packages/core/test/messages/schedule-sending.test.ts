import { describe, expect, test } from '@jest/globals';
import { newId } from '../../src/index.js';
import { scheduleSending, scheduleSendingUnlessSooner } from '../../src/messages/schedule-sending.js';
import { transact } from '../../src/sql/transact.js';
import { findJobs } from '../find-jobs.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

const ways = { scheduleSending, scheduleSendingUnlessSooner };

describe.each(['scheduleSending', 'scheduleSendingUnlessSooner'] as const)('%s', (name) => {
  test.each([
    ['interactive work by default', {}, false],
    ['interactive work', { isBulk: false }, false],
    ['bulk work', { isBulk: true }, true],
  ])('adds %s', async (_, kind, isBulk) => {
    const context = { ...worlds.context(), ...kind };
    const [messageId, at] = [newId(), new Date('2026-12-01T09:00:00.000Z')];
    await transact(context, async (transaction) => ways[name](transaction, context, { messageId, at }));
    expect(await findJobs(worlds.database, 'send-message', messageId)).toMatchObject([{ isBulk, runAt: at }]);
  });
});

test('a waiting job is moved by scheduleSending, and kept by scheduleSendingUnlessSooner', async () => {
  const context = worlds.context();
  const messageId = newId();
  const times = ['2026-12-01T09:00:00.000Z', '2026-12-01T08:00:00.000Z', '2026-12-01T10:00:00.000Z'];
  const [first = '', sooner = '', later = ''] = times;
  const schedule = (name: keyof typeof ways, time: string) =>
    transact(context, async (transaction) =>
      ways[name](transaction, context, { messageId, at: new Date(time) }),
    );
  const read = async () =>
    (await findJobs(worlds.database, 'send-message', messageId)).map(({ runAt }) => runAt.toISOString());
  await schedule('scheduleSending', first);
  await schedule('scheduleSending', sooner);
  expect(await read()).toEqual([sooner]);
  await schedule('scheduleSendingUnlessSooner', later);
  expect(await read()).toEqual([sooner]);
});
