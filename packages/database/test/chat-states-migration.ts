import { describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { applyMigration } from '../src/apply-migration.js';
import type { Migration } from '../src/read-migrations.js';
import { connect, findWaiting, pidOf } from './support/sessions.js';
import type { EarlierStates } from './support/use-earlier-states.js';

const tenantId = '0193a1e0-5c00-7000-8000-000000000001';
const chatId = '0193a1e0-5c00-7000-8000-0000000000c1';
const chatCount = 10;

/** Creates a database in the state before the migration, with chats. Returns it together with the migration. */
async function createBefore(
  earlier: EarlierStates,
): Promise<{ url: string; client: pg.Client; migration: Migration }> {
  const { url, migration } = await earlier.createBefore('_search_chats_by_their_states');
  const client = await connect(url);
  // Without foreign keys, the chats need no channel and no contact.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into chats (tenant_id, id, channel_id, contact_id, handle_id)
     select '${tenantId}', case number when 1 then '${chatId}' else gen_random_uuid() end,
       gen_random_uuid(), gen_random_uuid(), gen_random_uuid()
     from generate_series(1, ${chatCount}) number`,
  );
  await client.query('reset session_replication_role');
  return { url, client, migration };
}

/** Makes the migration wait for an advisory lock after it has created the triggers, before it copies the chats. */
function pauseBeforeCopy({ online = '', ...migration }: Migration): Migration {
  const [triggers, copy, ...others] = online.split(/(?=^INSERT INTO "chat_states")/m);
  if (copy === undefined || others.length > 0) throw new Error('The migration copies the chats once.');
  return { ...migration, online: `${triggers}\nselect pg_advisory_xact_lock(1);\n\n${copy}` };
}

async function hasTriggers(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_trigger where tgname = 'chats_changed'`);
  return rowCount !== 0;
}

/** Applies the migration while a transaction that has changed a chat is open. */
async function migrateDuring(earlier: EarlierStates, change: string): Promise<pg.Client> {
  const { url, client, migration } = await createBefore(earlier);
  const [migrating, writer] = [await connect(url), await connect(url)];
  await client.query('select pg_advisory_lock(1)');
  const migrated = applyMigration(migrating, pauseBeforeCopy(migration));
  await waitUntil(() => hasTriggers(client));
  await writer.query('begin');
  await writer.query(change);
  const pid = await pidOf(writer);
  await client.query('select pg_advisory_unlock(1)');
  await waitUntil(async () => (await findWaiting(client, pid)) !== undefined);
  await writer.query('commit');
  await migrated;
  for (const used of [migrating, writer]) await used.end();
  return client;
}

async function readStates(client: pg.Client, table: 'chats' | 'chat_states'): Promise<unknown[]> {
  const id = table === 'chats' ? 'id' : 'chat_id';
  const { rows } = await client.query(
    `select tenant_id, ${id} as id, status, is_unread, open_until, updated_at from ${table} order by ${id}`,
  );
  return rows;
}

export function describeChatStates(earlier: EarlierStates): void {
  describe('the migration to states of chats', () => {
    test('copies the update of a transaction that was open while the chats were copied', async () => {
      const client = await migrateDuring(
        earlier,
        `update chats set status = 'closed', is_unread = true, updated_at = now() + interval '1 minute' where id = '${chatId}'`,
      );
      const states = await readStates(client, 'chat_states');
      expect(states).toEqual(await readStates(client, 'chats'));
      expect(states).toContainEqual(
        expect.objectContaining({ id: chatId, status: 'closed', is_unread: true }),
      );
      await client.end();
    });

    test('omits a chat that was deleted while the chats were copied', async () => {
      const client = await migrateDuring(earlier, `delete from chats where id = '${chatId}'`);
      const states = await readStates(client, 'chat_states');
      expect(states).toEqual(await readStates(client, 'chats'));
      expect(states).toHaveLength(chatCount - 1);
      await client.end();
    });
  });
}
