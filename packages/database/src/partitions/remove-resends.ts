import type pg from 'pg';
import type { Partition } from './list-partitions.js';
import { overAllTenants } from './over-all-tenants.js';
import { firstIdAt } from './partitioned-tables.js';

/** The batch is small, so that no statement holds its locks for a long time. */
const batchSize = 1_000;

interface Resend {
  readonly tenantId: string;
  readonly eventId: string;
  readonly id: string;
}

/**
 * Deletes the resends of the week whose ids are of later weeks; a trigger deletes their attempts. A delivery is in the partition
 * of its event, and an attempt in that of its delivery. With the deliveries alone, attempts would remain that no delivery
 * names, and an erasure would not find the responses in them.
 */
export async function removeResends(client: pg.ClientBase, { from, until }: Partition): Promise<void> {
  const bounds = [from && firstIdAt(from), firstIdAt(until)];
  let last: Resend | undefined;
  do {
    const after = [last?.tenantId ?? null, last?.eventId ?? null, last?.id ?? null];
    const { rows } = await overAllTenants(client, () =>
      client.query<Resend>(findResends, [...bounds, ...after]),
    );
    const columns = [
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ eventId }) => eventId),
      rows.map(({ id }) => id),
    ];
    if (rows.length > 0)
      await overAllTenants(client, async () => {
        // The crash of PostgreSQL that this prevents is explained in docs/decisions/0038.
        await client.query('set local enable_partition_pruning = off');
        return client.query(remove, columns);
      });
    last = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last);
}

const findResends = `select tenant_id as "tenantId", event_id as "eventId", id from deliveries
  where ($1::uuid is null or event_id >= $1::uuid) and event_id < $2::uuid and id >= $2::uuid
    and ($3::uuid is null or (tenant_id, event_id, id) > ($3::uuid, $4::uuid, $5::uuid))
  order by tenant_id, event_id, id limit ${batchSize}`;

const remove = `delete from deliveries delivery using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as resend(tenant_id, event_id, id)
  where delivery.tenant_id = resend.tenant_id and delivery.event_id = resend.event_id and delivery.id = resend.id`;
