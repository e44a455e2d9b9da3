import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { connect } from './support/sessions.js';
import type { EarlierStates } from './support/use-earlier-states.js';

const tenantId = '0193a1e0-5c00-7000-8000-000000000001';

const addFile = `insert into files (tenant_id, id, name, content_type, size, checksum)
  values ('${tenantId}', gen_random_uuid(), 'a.txt', 'text/plain', 7, 'checksum')`;

export function describeCountedUsage(states: EarlierStates): void {
  test('a file that is committed while the migration begins is counted', async () => {
    const { url, migration } = await states.createBefore('_usage_of_limits');
    const [uploading, migrating] = [await connect(url), await connect(url)];
    await uploading.query(`insert into tenants (id, slug, name) values ('${tenantId}', 'older', 'Older')`);
    await uploading.query(addFile);

    await uploading.query('begin');
    await uploading.query(addFile);
    const migrated = migrating.query(migration.script);
    await waitUntil(() => isWaiting(uploading));
    await uploading.query('commit');
    await migrated;
    await uploading.query(addFile);
    const { rows } = await uploading.query('select sum(bytes)::int as bytes from stored_byte_changes');
    expect(rows).toEqual([{ bytes: 21 }]);
    for (const used of [uploading, migrating]) await used.end();
  });
}

/** Whether another connection waits for a lock. */
async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}
