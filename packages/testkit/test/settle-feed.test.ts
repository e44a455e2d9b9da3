import { expect, it } from '@jest/globals';
import { useTestDatabase } from '../src/hooks/index.js';
import { settleFeed, type TestDatabase } from '../src/index.js';

const own = useTestDatabase();
const other = useTestDatabase();

it('settleFeed waits for an older transaction of another database, and not for a younger one', async () => {
  // `settleFeed` must send its first statement before those that follow it here.
  await Promise.all([own.database.pool.query('select 1'), own.database.pool.query('select 1')]);
  const [older, younger] = [await other.database.pool.connect(), await other.database.pool.connect()];
  const hold = 'begin; select pg_current_xact_id()';
  await older.query(hold);
  let isSettled = false;
  const settled = settleFeed(own.database.pool).then(() => {
    isSettled = true;
  });
  await Promise.race([settled, startsLater(own)]);
  expect(isSettled).toBe(false);
  await younger.query(hold);
  await older.query('commit');
  await settled;
  await younger.query('commit');
  older.release();
  younger.release();
});

/** Resolves after some statements of the same pool, one of which would have been the last of `settleFeed`. */
async function startsLater({ database }: TestDatabase): Promise<void> {
  for (let count = 0; count < 20; count += 1) await database.pool.query('select 1');
}
