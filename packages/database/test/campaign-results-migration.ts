import { describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { applyMigration } from '../src/apply-migration.js';
import type { Migration } from '../src/read-migrations.js';
import { connect } from './support/sessions.js';
import type { EarlierStates } from './support/use-earlier-states.js';

const tenantId = '0193a1e0-5c00-7000-8000-000000000001';
const campaignId = '0193a1e0-5c00-7000-8000-0000000000a1';
const sendId = '0193a1e0-5c00-7000-8000-0000000000a5';

/** A database before the migration, with a campaign of three sends and of numbers of removed sends. */
async function createBefore(states: EarlierStates) {
  const { url, migration } = await states.createBefore('_campaign_results');
  const client = await connect(url);
  await client.query(
    `insert into tenants (id, slug, name, signing_secret) values ('${tenantId}', 'a', 'A', '')`,
  );
  // Without foreign keys, the campaign needs no channel and its sends need no contact.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into campaigns (tenant_id, id, channel_id, automation_id, name, removed_recipients)
     values ('${tenantId}', '${campaignId}', gen_random_uuid(), gen_random_uuid(), 'Offer', 2)`,
  );
  await client.query(
    `insert into campaign_occurrences (tenant_id, id, campaign_id, occurs_at, removed_sends)
     values ('${tenantId}', gen_random_uuid(), '${campaignId}', now(), '{"read": 2}')`,
  );
  await client.query(
    `with recipient as (
       insert into campaign_recipients (tenant_id, id, campaign_id, contact_id)
       select '${tenantId}', gen_random_uuid(), '${campaignId}', gen_random_uuid() from generate_series(1, 3) returning id
     )
     insert into campaign_sends (tenant_id, id, campaign_id, recipient_id, occurrence_id, status)
     select '${tenantId}', case row_number() over () when 1 then '${sendId}' else gen_random_uuid() end, '${campaignId}',
       id, gen_random_uuid(), 'sent' from recipient`,
  );
  await client.query('reset session_replication_role');
  return { url, client, migration };
}

/** Makes the migration wait for an advisory lock between its triggers and the first count. */
function pauseBeforeCount({ online = '', ...migration }: Migration): Migration {
  const [triggers, count, ...others] = online.split(/(?=^-- What the campaigns had before)/m);
  if (count === undefined || others.length > 0) throw new Error('The migration counts once.');
  return { ...migration, online: `${triggers}\nselect pg_advisory_xact_lock(1);\n\n${count}` };
}

async function readNumbers(client: pg.Client) {
  const { rows } = await client.query(
    `select sum(recipients)::int as recipients, sum(sent)::int as sent, sum(delivered)::int as delivered,
       sum(read)::int as read from campaign_result_changes where campaign_id = '${campaignId}'`,
  );
  return rows[0];
}

export function describeCampaignResults(states: EarlierStates): void {
  describe('the migration to counted results', () => {
    test('counts what there was, with removed sends; a repetition counts nothing twice', async () => {
      const { client, migration } = await createBefore(states);
      await applyMigration(client, migration);
      const numbers = { recipients: 5, sent: 3, delivered: 0, read: 2 };
      expect(await readNumbers(client)).toEqual(numbers);
      for (const statement of (migration.online ?? '').split(/;[ \t]*\n(?=\n|$)/))
        await client.query(statement);
      expect(await readNumbers(client)).toEqual(numbers);
      await client.end();
    });

    test('counts once what changes between its triggers and its count, committed or not', async () => {
      const { url, client, migration } = await createBefore(states);
      const [migrating, writer] = [await connect(url), await connect(url)];
      await client.query('select pg_advisory_lock(1)');
      const migrated = applyMigration(migrating, pauseBeforeCount(migration));
      await waitUntil(async () => {
        const { rowCount } = await client.query(`select from pg_trigger where tgname = 'campaigns_removed'`);
        return rowCount !== 0;
      });
      await writer.query(`update campaign_sends set status = 'delivered' where id = '${sendId}'`);
      await writer.query('begin');
      await writer.query(`update campaign_sends set status = 'read' where id = '${sendId}'`);
      await client.query('select pg_advisory_unlock(1)');
      await waitUntil(async () => (await readNumbers(client))?.recipients === 5);
      expect(await readNumbers(client)).toEqual({ recipients: 5, sent: 2, delivered: 1, read: 2 });
      await writer.query('commit');
      await migrated;
      expect(await readNumbers(client)).toEqual({ recipients: 5, sent: 2, delivered: 0, read: 3 });
      for (const used of [client, migrating, writer]) await used.end();
    });
  });
}
