import type { Database } from '@parley/database';
import type pg from 'pg';
import type { Searchable } from '../../src/index.js';
import { fillTable, idOf, searchedColumns } from './fill-table.js';

/** The smaller a table, the sooner PostgreSQL reads all of it: fewer rows would not make these tests easier to pass. */
const rowCount = 20_000;

/** Fills every searched table, and the other tables that its search reads, with the same number of rows. */
export async function fillSearchedTables(
  { pool }: Database,
  tenantId: string,
  resources: readonly Searchable<unknown>[],
): Promise<void> {
  const client = await pool.connect();
  try {
    for (const resource of resources) {
      const { table } = resource;
      for (const filling of besides[table] ?? []) {
        await fillTable(client, { tenantId, count: rowCount, ...filling });
      }
      if (table === 'campaign_recipient_states') continue;
      const columns = { ...(await searchedColumns(client, resource)), ...ownColumns[table] };
      await fillTable(client, { table, tenantId, count: rowCount, columns });
      if (table === 'deliveries') await listDeliveries(client);
      if (resource.states) await copyStates(client, resource.table, resource.states);
    }
  } finally {
    client.release();
  }
}

async function copyStates(
  client: pg.PoolClient,
  table: string,
  { table: copies, key, columns }: NonNullable<Searchable<unknown>['states']>,
): Promise<void> {
  const names = columns.join(', ');
  await client.query(
    `insert into ${copies} (tenant_id, ${key}, ${names}) select tenant_id, id, ${names} from ${table}`,
  );
  await client.query(`vacuum (analyze) ${copies}`);
}

/**
 * Lists deliveries as triggers do for rows that are inserted one by one. Most listed deliveries belong to another
 * webhook.
 */
async function listDeliveries(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into unfinished_deliveries (tenant_id, webhook_id, delivery_id, event_id, status, sequence)
     select tenant_id, webhook_id, id, event_id, status, sequence from deliveries where status = 'pending'
     union all select tenant_id, $1, id, event_id, 'pending', sequence from deliveries`,
    [idOf(2)],
  );
  await client.query(
    `insert into unsuccessful_deliveries (tenant_id, webhook_id, delivery_id, event_id, status)
     select tenant_id, webhook_id, id, event_id, status from deliveries where status = 'canceled'
     union all select tenant_id, $1, id, event_id, 'canceled' from deliveries`,
    [idOf(2)],
  );
  await client.query('vacuum (analyze) unfinished_deliveries, unsuccessful_deliveries');
}

const ownColumns: Readonly<Record<string, Record<string, string>>> = {
  // Few deliveries have a status other than this, and those are listed.
  deliveries: {
    status: `(case n % 1000 when 0 then 'canceled' when 1 then 'pending' else 'succeeded' end)::delivery_status`,
  },
  chats: { latest_message_id: idOf('n') },
  // The external ids become names of fields.
  attributes: { external_id: `'external_id_' || n` },
};

/** Twenty campaigns, since one has at most 5,000 recipients. */
const campaignId = idOf('1 + n % 20');

const attributeValue = `case when n % 2 = 0 then n::text else 'value ' || n end`;

const besides: Readonly<Record<string, readonly { table: string; columns?: Record<string, string> }[]>> = {
  contacts: [
    { table: 'handles' },
    { table: 'contact_labels' },
    { table: 'messages' },
    { table: 'attribute_values', columns: { attribute_id: idOf('1 + n % 20'), value: attributeValue } },
  ],
  campaign_recipient_states: [
    { table: 'campaign_recipients', columns: { campaign_id: campaignId } },
    { table: 'campaign_sends', columns: { campaign_id: campaignId, occurrence_id: campaignId } },
    { table: 'campaign_occurrences', columns: { campaign_id: campaignId } },
  ],
};
