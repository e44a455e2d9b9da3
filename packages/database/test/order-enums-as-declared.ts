import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { connect } from './support/sessions.js';
import type { EarlierStates } from './support/use-earlier-states.js';

const messageStatuses = ['pending', 'sent', 'delivered', 'read', 'failed'];
const triggerTypes = [
  'manual',
  'message_received',
  'chat_opened',
  'chat_closed',
  'chat_assigned',
  'label_added',
];

/** The columns of each table with their values, in the order that they must have. */
const changed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  attributes: { type: ['text', 'number', 'date', 'boolean'] },
  automations: {
    status: ['draft', 'active', 'inactive'],
    active_version_trigger_type: triggerTypes,
    latest_version_trigger_type: triggerTypes,
  },
  automation_versions: { trigger_type: triggerTypes },
  automation_runs: { status: ['scheduled', 'running', 'completed', 'failed', 'canceled'] },
  campaigns: { status: ['draft', 'scheduled', 'running', 'completed', 'failed', 'canceled'] },
  campaign_sends: {
    status: ['pending', 'sent', 'delivered', 'read', 'failed', 'skipped', 'canceled'],
    skipped_reason: ['unsubscribed', 'unreachable', 'no_message'],
  },
  channels: {
    type: ['whatsapp', 'sms', 'email', 'instagram'],
    provider: ['sandbox', 'whatsapp', 'instagram', 'sms', 'email'],
  },
  chats: { status: ['open', 'closed', 'snoozed'] },
  deliveries: {
    status: ['pending', 'delivering', 'succeeded', 'failed', 'canceled'],
    event_type: [
      'message.received',
      'message.sent',
      'message.updated',
      'chat.updated',
      'contact.updated',
      'WHATSAPP_MESSAGE_RECEIVED',
      'WHATSAPP_MESSAGE_STATUS',
      'SMS_MESSAGE_RECEIVED',
      'SMS_MESSAGE_STATUS',
      'EMAIL_MESSAGE_RECEIVED',
      'EMAIL_MESSAGE_STATUS',
      'INSTAGRAM_MESSAGE_RECEIVED',
      'INSTAGRAM_MESSAGE_STATUS',
      'INSTAGRAM_MESSAGE_ECHO',
    ],
  },
  early_statuses: { status: messageStatuses },
  messages: {
    status: messageStatuses,
    type: ['text', 'image', 'video', 'audio', 'document', 'location', 'contact', 'template'],
  },
  message_templates: {
    status: ['draft', 'pending', 'approved', 'rejected'],
    channel_type: ['whatsapp', 'sms', 'email', 'instagram'],
  },
  webhooks: { status: ['active', 'inactive', 'disabled'] },
};

export function describeOrderedEnums(states: EarlierStates): void {
  describe('the migration that orders the enums as the contract declares them', () => {
    let client: pg.Client;
    let before: unknown;

    /** A row for each value of each column that the migration changes. */
    beforeAll(async () => {
      const { url, migration } = await states.createBefore('_order_enums_as_declared');
      client = await connect(url);
      for (const [table, columns] of Object.entries(changed)) {
        for (const [column, values] of Object.entries(columns)) {
          for (const value of values) await addRow(client, table, { [column]: value });
        }
      }
      before = await readAll(client);
      await client.query(migration.script);
    });

    afterAll(() => client?.end());

    test('keeps every row, default, index, constraint, view and trigger, and leaves no old type', async () => {
      expect(await readAll(client)).toEqual(before);
      const { rows } = await client.query(`select typname from pg_type where typname like '%\\_before'`);
      expect(rows).toEqual([]);
    });

    const columns = Object.entries(changed).flatMap(([table, named]) =>
      Object.entries(named).map(([column, values]) => ({ table, column, values })),
    );

    test.each(columns)('$table are sorted by $column in its order', async ({ table, column, values }) => {
      const { rows } = await client.query(
        `select ${column}::text as value from ${table} where ${column} is not null group by ${column} order by ${column}`,
      );
      expect(rows.map(({ value }) => value)).toEqual(values);
    });

    test.each(columns)('the planner knows how often $table have each $column', async ({ table, column }) => {
      const { rowCount } = await client.query('select from pg_stats where tablename = $1 and attname = $2', [
        table,
        column,
      ]);
      expect(rowCount).toBe(1);
    });
  });
}

/** References lead nowhere, and nothing checks them. */
async function addRow(
  client: pg.Client,
  table: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string; values: string[] }>(
    `select attname as name, format_type(atttypid, atttypmod) as type,
       array(select enumlabel::text from pg_enum where enumtypid = atttypid order by enumsortorder) as values
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and (attname = any ($2) or (attnotnull and not atthasdef))`,
    [table, Object.keys(values)],
  );
  const cells = columns.map((column) => {
    const [first] = changed[table]?.[column.name] ?? column.values;
    const value = values[column.name] ?? first;
    return value === undefined ? cellOf(column.type) : `'${value}'`;
  });
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${cells.join(', ')})`,
  );
  await client.query('reset session_replication_role');
}

function cellOf(type: string): string {
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'text') return 'gen_random_uuid()::text';
  if (type === 'jsonb') return `'{}'`;
  if (type.startsWith('timestamp')) return 'now()';
  return type.endsWith('[]') ? `'{}'` : '1';
}

async function readAll(client: pg.Client): Promise<unknown> {
  return { rows: await readRows(client), schema: await describeSchema(client) };
}

/** Returns every changed table with its rows as JSON, in which an enum is a text. */
async function readRows(client: pg.Client): Promise<unknown> {
  const read = Object.keys(changed).map(async (table) => {
    const { rows } = await client.query(
      `select to_jsonb(entry) as record from ${table} entry order by to_jsonb(entry)::text`,
    );
    return [table, rows] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

async function describeSchema(client: pg.Client): Promise<unknown> {
  const described = [
    `select table_name, column_name, column_default, is_nullable from information_schema.columns
     where table_schema = 'public' order by table_name, ordinal_position`,
    `select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`,
    `select conrelid::regclass::text as relation, conname, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    `select viewname, definition from pg_views where schemaname = 'public' order by viewname`,
    `select tgname, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by tgname`,
  ].map(async (text) => (await client.query(text)).rows);
  return Promise.all(described);
}
