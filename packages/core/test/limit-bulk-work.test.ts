import { expect, test } from '@jest/globals';
import { limitBulkWork } from '../src/sql/limit-bulk-work.js';
import { createContext } from './test-context.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

test('bulk work uses half of the connections at most, also after a failure, and all of it is done', async () => {
  const context = createContext(worlds.database, worlds.own.tenant.id);
  const half = Math.floor(worlds.database.pool.options.max / 2);
  let running = 0;
  let most = 0;
  const work = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await worlds.database.pool.query('select 1');
    running -= 1;
    if (index === 0) throw new Error('on purpose');
    return index;
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 * half + 2 }, (_, index) => limitBulkWork(context, work(index))),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(most).toBe(Math.max(1, half));
});
