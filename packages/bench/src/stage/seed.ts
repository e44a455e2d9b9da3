import { newId, newIdSql } from '@parley/core';
import type { Database } from '@parley/database';

/** A tenant with all data for the measurements, and the ids that the requests need. */
export interface Seed {
  readonly tenantId: string;
  readonly keyId: string;
  readonly channelId: string;
  readonly automationId: string;
  readonly chatIds: readonly string[];
  readonly contactIds: readonly string[];
  readonly labelIds: readonly string[];
}

export interface SeedSize {
  readonly chats: number;
  readonly automations: number;
  /** The number of messages of each chat; the default is 10. */
  readonly messages?: number;
}

/** Tenants that have nothing but an API key. */
export async function seedEmptyTenants(
  { pool }: Pick<Database, 'pool'>,
  count: number,
): Promise<Array<Pick<Seed, 'tenantId' | 'keyId'>>> {
  const seeds = Array.from({ length: count }, () => ({ tenantId: newId(), keyId: newId() }));
  const tenantIds = seeds.map(({ tenantId }) => tenantId);
  await pool.query(
    `insert into tenants (id, slug, name, plan, requests_per_minute)
     select id, id::text, 'Bench', 'enterprise', 100000000 from unnest($1::uuid[]) id`,
    [tenantIds],
  );
  await pool.query(
    `insert into api_keys (tenant_id, id, name, scopes)
     select tenant_id, id, 'Bench', '{*}' from unnest($1::uuid[], $2::uuid[]) as keys (tenant_id, id)`,
    [tenantIds, seeds.map(({ keyId }) => keyId)],
  );
  return seeds;
}

const labels = 100;

/**
 * Each chat has a contact with two handles, two labels, two attribute values, and ten messages by default. Contacts and
 * chats were created one after another, with ids of that time, as in service.
 */
export async function seedTenant(
  database: Pick<Database, 'pool'>,
  { chats, automations, messages = 10 }: SeedSize,
): Promise<Seed> {
  const tenantId = newId();
  const keyId = newId();
  const channelId = newId();
  const sql = (text: string, values: unknown[] = []) => database.pool.query(text, [tenantId, ...values]);
  const fill = (text: string, values: unknown[] = []) =>
    insertUnchecked(database, text, [tenantId, ...values]);
  await sql(
    `insert into tenants (id, slug, name, plan, requests_per_minute)
     values ($1::uuid, $1::text, 'Bench', 'enterprise', 100000000)`,
  );
  await sql(`insert into api_keys (tenant_id, id, name, scopes) values ($1, $2, 'Bench', '{*}')`, [keyId]);
  await sql(
    `insert into channels (tenant_id, id, type, provider, name) values ($1, $2, 'whatsapp', 'sandbox', 'Main')`,
    [channelId],
  );
  await fill(
    `insert into contacts (tenant_id, id, first_name, last_name, phone_number, email, created_at, updated_at)
     select $1, ${newIdSql('at')}, 'Ada', 'Berg ' || n, '+4915' || lpad(n::text, 9, '0'), 'ada' || n || '@example.com', at, at
     from (select n, now() - interval '1 hour' - ($2::int - n) * interval '1 second' as at from generate_series(1, $2::int) n) numbered`,
    [chats],
  );
  await fill(
    `insert into handles (tenant_id, id, contact_id, type, value, is_primary, created_at)
     select $1, ${newIdSql('created_at')}, id, 'phone_number'::handle_type, phone_number, true, created_at
     from contacts where tenant_id = $1
     union all
     select $1, ${newIdSql('created_at')}, id, 'email'::handle_type, email, false, created_at
     from contacts where tenant_id = $1`,
  );
  await sql(
    `insert into labels (tenant_id, id, name, color)
     select $1, gen_random_uuid(), 'Label ' || n, '#7C3AED' from generate_series(1, $2::int) n`,
    [labels],
  );
  await fill(
    `insert into contact_labels (tenant_id, contact_id, label_id)
     select $1, contact.id, label.id from contacts contact, (select id from labels where tenant_id = $1 order by id limit 2) label
     where contact.tenant_id = $1`,
  );
  await sql(
    `insert into attributes (tenant_id, id, external_id, name)
     values ($1, gen_random_uuid(), 'city', 'City'), ($1, gen_random_uuid(), 'language', 'Language')`,
  );
  await fill(
    `insert into attribute_values (tenant_id, contact_id, attribute_id, value)
     select $1, contact.id, attribute.id, 'Berlin' from contacts contact, attributes attribute
     where contact.tenant_id = $1 and attribute.tenant_id = $1`,
  );
  await sql(
    `insert into chats (tenant_id, id, channel_id, contact_id, handle_id, created_at, updated_at)
     select $1, ${newIdSql('created_at')}, $2, contact_id, id, created_at, created_at from handles
     where tenant_id = $1 and type = 'phone_number' order by created_at`,
    [channelId],
  );
  await fill(
    `insert into messages (tenant_id, id, chat_id, channel_id, vendor_id, sender, status, text, timestamp)
     select $1, ${newIdSql(`chat.created_at + n * interval '1 minute'`)}, chat.id, chat.channel_id, chat.id || '-' || n,
       'inbound', 'delivered', 'Where is my parcel? It should have come by now.', chat.created_at + n * interval '1 minute'
     from chats chat, generate_series(1, $2::int) n where chat.tenant_id = $1`,
    [messages],
  );
  await sql(
    `update chats set latest_message_id = (select id from messages message
       where message.tenant_id = chats.tenant_id and message.chat_id = chats.id order by timestamp desc limit 1)
     where tenant_id = $1`,
  );
  await seedAutomations(database, tenantId, automations);
  await database.pool.query('vacuum analyze');
  const ids = async (table: string) =>
    (await sql(`select id from ${table} where tenant_id = $1 order by created_at, id`)).rows.map(
      (row: { id: string }) => row.id,
    );
  const [automationId = ''] = await ids('automations');
  return {
    tenantId,
    keyId,
    channelId,
    automationId,
    chatIds: await ids('chats'),
    contactIds: await ids('contacts'),
    labelIds: await ids('labels'),
  };
}

/**
 * Inserts rows without checking their references, which are known to be right, and without the triggers of their table,
 * which would do nothing.
 */
async function insertUnchecked(
  { pool }: Pick<Database, 'pool'>,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(text, [...values]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/**
 * One automation in three is active, and their names repeat twenty words. An automation and its version refer to each
 * other.
 */
async function seedAutomations(
  { pool }: Pick<Database, 'pool'>,
  tenantId: string,
  count: number,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into automations (tenant_id, id, name, status, active_version_id, active_version_trigger_type,
         latest_version_id, latest_version_trigger_type, created_at)
       select $1, automation, 'Journey ' || chr(97 + n % 20) || repeat('x', n % 3) || ' ' || n,
         (array['active', 'draft', 'inactive'])[1 + n % 3]::automation_status,
         case when n % 3 = 0 then version end, case when n % 3 = 0 then 'manual'::trigger_type end,
         version, 'manual', now() - n * interval '1 second'
       from (select n, gen_random_uuid() as automation, gen_random_uuid() as version
         from generate_series(1, $2::int) n) numbered`,
      [tenantId, count],
    );
    await client.query(
      `insert into automation_versions (tenant_id, id, automation_id, number, trigger_type, steps)
       select tenant_id, latest_version_id, id, 1, 'manual', '[{"type":"send_message","text":"Hello!"}]'
       from automations where tenant_id = $1`,
      [tenantId],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
