import { expect, jest, test } from '@jest/globals';
import type { Database } from '@parley/database';
import { openDatabase } from '@parley/database';
import { useResource } from '../../../testkit/src/hooks/index.js';
import { waitUntil } from '../../../testkit/src/wait-until.js';
import { newId } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createTenant, startReplicatedServers, testKeys } from '../testkit.js';
import { insertEvent } from './insert-event.js';
import { createReader } from './read-feed.js';

jest.setTimeout(90_000);

const servers = useResource(startReplicatedServers, ({ stop }) => stop());
const open = (name: 'primary' | 'replica') =>
  useResource(
    async () => openDatabase({ url: servers[name].url, keys: testKeys, poolSize: 2 }),
    ({ close }) => close(),
  );
const [primary, replica] = [open('primary'), open('replica')];

test('a reader of a replica gets the event of a transaction that began first and commits last', async () => {
  const { id: tenantId } = await createTenant(primary);
  const [first, second] = [newId(), newId()];
  const slow = await primary.pool.connect();
  await slow.query('begin');
  await insertEvent(slow, { tenantId, id: first });
  await insertEvent(primary.pool, { tenantId, id: second });
  await replayAll(primary, replica);
  const reader = createReader(createContext(replica, tenantId));
  await reader.poll();
  expect(reader.seen).toEqual([]);
  await slow.query('commit');
  slow.release();
  await replayAll(primary, replica);
  expect((await reader.pollUntil(2)).map(({ id }) => id)).toEqual([first, second]);
});

/** Waits until the replica has everything that the primary has now. */
async function replayAll(from: Database, to: Database): Promise<void> {
  const { rows } = await from.pool.query('select pg_current_wal_insert_lsn()::text as position');
  await waitUntil(async () => {
    const replayed = await to.pool.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [
      rows[0]?.position,
    ]);
    return replayed.rows[0]?.reached;
  });
}
