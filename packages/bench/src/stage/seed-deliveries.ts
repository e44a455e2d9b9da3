import { newId, newIdSql } from '@parley/core';
import type { Database } from '@parley/database';

export interface SeededLog {
  readonly webhookId: string;
  /** The event of one of the deliveries. */
  readonly eventId: string;
}

/**
 * Creates one webhook with this many deliveries, one for each event; one in fifty has failed, one in a hundred is
 * pending.
 */
export async function seedDeliveries(
  { pool }: Pick<Database, 'pool'>,
  tenantId: string,
  count: number,
): Promise<SeededLog> {
  const webhookId = newId();
  await pool.query(
    `insert into webhooks (tenant_id, id, url, secret, api_version)
     values ($1, $2, 'https://receiver.example/events', 'not a secret', 'v3')`,
    [tenantId, webhookId],
  );
  const batch = 50_000;
  for (let first = 0; first < count; first += batch) {
    await pool.query(
      `with event as (
         insert into events (tenant_id, id, type, data, created_at)
         select $1, ${newIdSql('created_at')}, (array['message.received', 'message.updated', 'chat.updated'])[1 + n % 3],
           '{}', created_at
         from (select n, now() - n * interval '50 milliseconds' as created_at
           from generate_series($3::int, $4::int) n) numbered
         returning id, type, created_at
       )
       insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status, attempt_count, created_at)
       select $1, ${newIdSql('created_at')}, id, $2, type::delivery_event,
         case when n % 50 = 0 then 'failed' when n % 100 = 1 then 'pending' else 'succeeded' end::delivery_status, 1, created_at
       from (select row_number() over () as n, * from event) numbered`,
      [tenantId, webhookId, first + 1, Math.min(first + batch, count)],
    );
  }
  await pool.query('vacuum analyze events, deliveries');
  const { rows } = await pool.query<{ id: string }>(
    'select event_id as id from deliveries where tenant_id = $1 order by created_at limit 1',
    [tenantId],
  );
  return { webhookId, eventId: rows[0]?.id ?? '' };
}
