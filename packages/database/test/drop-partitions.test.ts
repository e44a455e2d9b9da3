import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { dropPartitions, listPartitions } from '../src/index.js';
import { firstIdAt } from '../src/partitions/partitioned-tables.js';
import { connect } from './support/sessions.js';

const dayMs = 24 * 60 * 60 * 1_000;
/** The end of the first partitions. */
let end: Date;
const afterEnd = (days: number) => new Date(end.getTime() + days * dayMs);

// The connection is closed before the database.
afterAll(() => client.end());
const target = useTestDatabase();
let client: pg.Client;

beforeAll(async () => {
  client = await connect(target.url);
  const [first] = await listPartitions(client);
  if (first === undefined) throw new Error('There is no partition.');
  end = first.until;
});

/** Lists a failed delivery, which exists in the table of deliveries only if requested. */
async function list(at: Date, { exists }: { exists: boolean }): Promise<string> {
  const id = firstIdAt(at);
  await client.query('set session_replication_role = replica');
  const values = `select gen_random_uuid() as tenant_id, gen_random_uuid() as webhook_id, '${id}'::uuid as id`;
  await client.query(
    `with listed as (
       insert into unsuccessful_deliveries (tenant_id, webhook_id, status, delivery_id, event_id)
       select tenant_id, webhook_id, 'failed', id, id from (${values}) as given returning *
     )
     insert into deliveries (tenant_id, webhook_id, id, event_id, event_type, status)
     select tenant_id, webhook_id, delivery_id, event_id, 'chat.updated', 'failed' from listed where ${exists}`,
  );
  await client.query('reset session_replication_role');
  return id;
}

async function readListed(): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select delivery_id as id from unsuccessful_deliveries order by id',
  );
  return rows.map(({ id }) => id);
}

test('the lists lose the entries of dropped partitions, and nothing when no partition was dropped', async () => {
  const orphan = await list(afterEnd(-2), { exists: false });
  const dropped = await list(afterEnd(-1), { exists: true });
  const kept = await list(afterEnd(10), { exists: true });
  expect((await dropPartitions(client, afterEnd(-1))).dropped).toEqual([]);
  expect(await readListed()).toEqual([orphan, dropped, kept]);
  expect((await dropPartitions(client, afterEnd(5))).dropped).not.toEqual([]);
  expect(await readListed()).toEqual([kept]);
});
