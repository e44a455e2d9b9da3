import type pg from 'pg';
import type { Partition } from './list-partitions.js';
import { overAllTenants } from './over-all-tenants.js';
import { firstIdAt } from './partitioned-tables.js';

/** The batches are small, so that no statement takes long or holds its locks for a long time. */
const batchSize = 1_000;
const tenantsAtOnce = 500;

const lowestId = '00000000-0000-0000-0000-000000000000';

interface Resend {
  readonly tenantId: string;
  readonly eventId: string;
  readonly id: string;
}

/**
 * Deletes the resends of the week whose ids are of later weeks; a trigger deletes their attempts. A delivery is in the partition
 * of its event, and an attempt in that of its delivery. With the deliveries alone, attempts would remain that no delivery
 * names, and an erasure would not find the responses in them.
 *
 * Most weeks have few resends and many deliveries, so it does not read the week: for each tenant, the index of ids has the
 * deliveries with later ids at its end.
 */
export async function removeResends(client: pg.ClientBase, { from, until }: Partition): Promise<void> {
  const bounds = [from ? firstIdAt(from) : lowestId, firstIdAt(until)];
  for (let after = lowestId; ; ) {
    const tenantIds = await listTenants(client, after);
    while (await removeBatch(client, [tenantIds, ...bounds]));
    const last = tenantIds.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function listTenants(client: pg.ClientBase, after: string): Promise<string[]> {
  const { rows } = await overAllTenants(client, () =>
    client.query<{ id: string }>(
      `select id from tenants where id > $1::uuid order by id limit ${tenantsAtOnce}`,
      [after],
    ),
  );
  return rows.map(({ id }) => id);
}

/** Returns whether more may be left. */
async function removeBatch(client: pg.ClientBase, values: readonly unknown[]): Promise<boolean> {
  const { rows } = await overAllTenants(client, () => client.query<Resend>(findResends, [...values]));
  if (rows.length === 0) return false;
  const columns = [
    rows.map(({ tenantId }) => tenantId),
    rows.map(({ eventId }) => eventId),
    rows.map(({ id }) => id),
  ];
  await overAllTenants(client, async () => {
    // The crash of PostgreSQL that this prevents is explained in docs/decisions/0038.
    await client.query('set local enable_partition_pruning = off');
    return client.query(remove, columns);
  });
  return rows.length === batchSize;
}

const findResends = `select resend.tenant_id as "tenantId", resend.event_id as "eventId", resend.id
  from unnest($1::uuid[]) as tenant(id)
  cross join lateral (
    select tenant_id, event_id, id from deliveries
    where tenant_id = tenant.id and id >= $3::uuid and event_id >= $2::uuid and event_id < $3::uuid
    order by id limit ${batchSize}
  ) resend
  limit ${batchSize}`;

const remove = `delete from deliveries delivery using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as resend(tenant_id, event_id, id)
  where delivery.tenant_id = resend.tenant_id and delivery.event_id = resend.event_id and delivery.id = resend.id`;
