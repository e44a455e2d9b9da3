import { expect, test } from '@jest/globals';
import {
  type Context,
  type DeleteResult,
  deleteAutomation,
  deleteCampaign,
  deleteChannel,
  deleteMessageTemplate,
  deleteWebhook,
  legacyWebhooks,
} from '../src/index.js';
import { newIdSql } from '../src/sql/new-id-sql.js';
import { createDyingDatabase, KilledError } from './automations/dying-database.js';
import { withChatsOfChannel } from './chats-of-channel.js';
import { createContext } from './test-context.js';
import { createWorld, type World } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const { database, sizes } = useWorlds({ deletionBatch: 5 });

/** This is more than two batches. */
const many = 11;

interface Deletion {
  readonly name: string;
  readonly remove: (context: Context, world: World) => Promise<DeleteResult>;
  /** Adds dependent rows: `$1` is the tenant, `$2` the record, `$3` their number. */
  readonly fill: string;
  readonly recordIn: (world: World) => { id: string };
  /** Returns the number of remaining dependent rows, and whether the record is still active. */
  readonly left: string;
  readonly isActing: string;
}

const deletions: Deletion[] = [
  {
    name: 'a webhook',
    recordIn: ({ webhook }) => webhook,
    remove: (context, { webhook }) => deleteWebhook(context, webhook.id),
    fill: `with event as (
        insert into events (tenant_id, id, type, data)
        select $1, ${newIdSql('now()')}, 'chat.updated', '{}' from generate_series(1, $3::int) returning id
      ), delivery as (
        insert into deliveries (tenant_id, id, event_id, webhook_id, event_type)
        select $1, ${newIdSql('now()')}, id, $2, 'chat.updated' from event returning id
      )
      insert into delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
      select $1, id, 1, now(), 1 from delivery`,
    left: 'select count(*)::int as count from deliveries where tenant_id = $1 and webhook_id = $2',
    isActing: `select from webhooks where tenant_id = $1 and id = $2 and status = 'active'`,
  },
  {
    name: 'a message template',
    recordIn: ({ messageTemplate }) => messageTemplate,
    remove: (context, { messageTemplate }) => deleteMessageTemplate(context, messageTemplate.id),
    fill: `insert into messages (tenant_id, id, chat_id, channel_id, sender, timestamp, message_template_id)
      select $1, gen_random_uuid(), chat.id, chat.channel_id, 'outbound', now(), $2
      from generate_series(1, $3::int) cross join (select * from chats where tenant_id = $1 limit 1) chat`,
    left: 'select count(*)::int as count from messages where tenant_id = $1 and message_template_id = $2',
    isActing: 'select where $1 = $2',
  },
  {
    name: 'an automation',
    recordIn: ({ automation }) => automation,
    remove: (context, { automation }) => deleteAutomation(context, automation.id),
    fill: `insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, scheduled_at)
      select $1, gen_random_uuid(), $2, automation.latest_version_id, contact.id, now()
      from generate_series(1, $3::int) cross join (select id from contacts where tenant_id = $1 limit 1) contact
      join automations automation on automation.tenant_id = $1 and automation.id = $2`,
    left: 'select count(*)::int as count from automation_runs where tenant_id = $1 and automation_id = $2',
    isActing: `select from automations where tenant_id = $1 and id = $2 and status = 'active'
      union all select from automation_runs
      where tenant_id = $1 and automation_id = $2 and status in ('scheduled', 'running')
      union all select from campaigns
      where tenant_id = $1 and automation_id = $2 and status in ('scheduled', 'running')`,
  },
  {
    name: 'a campaign',
    recordIn: ({ scheduledCampaign }) => scheduledCampaign,
    remove: (context, { scheduledCampaign }) => deleteCampaign(context, scheduledCampaign.id),
    fill: `with recipient as (
        insert into campaign_recipients (tenant_id, id, campaign_id, contact_id)
        select $1, gen_random_uuid(), $2, id from contacts where tenant_id = $1 limit 1 returning id, contact_id
      ), occurrence as (
        insert into campaign_occurrences (tenant_id, id, campaign_id, occurs_at)
        select $1, gen_random_uuid(), $2, now() + number * interval '1 day' from generate_series(1, $3::int) number
        returning id
      ), send as (
        insert into campaign_sends (tenant_id, id, campaign_id, recipient_id, occurrence_id)
        select $1, gen_random_uuid(), $2, recipient.id, occurrence.id from recipient cross join occurrence
        returning id
      )
      insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, scheduled_at,
        campaign_send_id)
      select $1, gen_random_uuid(), automation.id, automation.latest_version_id, recipient.contact_id, now(), send.id
      from send cross join recipient join campaigns campaign on campaign.tenant_id = $1 and campaign.id = $2
      join automations automation on automation.tenant_id = $1 and automation.id = campaign.automation_id`,
    left: 'select count(*)::int as count from campaign_sends where tenant_id = $1 and campaign_id = $2',
    isActing: `select from campaigns where tenant_id = $1 and id = $2 and status in ('draft', 'scheduled', 'running')
      union all select from automation_runs run join campaign_sends send on send.id = run.campaign_send_id
      where send.tenant_id = $1 and send.campaign_id = $2 and run.status in ('scheduled', 'running')`,
  },
  {
    name: 'a channel',
    recordIn: ({ channel }) => channel,
    remove: (context, { channel }) => deleteChannel(context, channel.id),
    fill: `${withChatsOfChannel}
      update campaigns set channel_id = $2, status = 'running' where tenant_id = $1`,
    left: 'select count(*)::int as count from chats where tenant_id = $1 and channel_id = $2',
    isActing: `select from campaigns
      where tenant_id = $1 and channel_id = $2 and status in ('draft', 'scheduled', 'running')`,
  },
];

test.each(deletions)(
  '$name is deleted in batches, is inactive after the first one, and is deleted in the end however often it is interrupted',
  async ({ recordIn, remove, fill, left, isActing }) => {
    const world = await createWorld(database);
    const key = [world.tenant.id, recordIn(world).id];
    await database.pool.query(fill, [...key, many]);
    const countLeft = async () => Number((await database.pool.query(left, key)).rows[0]?.count);
    const before = await countLeft();
    const seen = new Set<number>();
    const context = { ...createContext(database, world.tenant.id), sizes: sizes };
    const attempt = (atQuery: number) =>
      remove({ ...context, database: createDyingDatabase(database, { atQuery, isQueryDone: true }) }, world);
    let result: DeleteResult | undefined;
    for (let atQuery = 1; result === undefined; atQuery += 1) {
      result = await attempt(atQuery).catch((error: unknown) => {
        expect(error).toBeInstanceOf(KilledError);
        return undefined;
      });
      const count = await countLeft();
      seen.add(count);
      if (count !== before) expect((await database.pool.query(isActing, key)).rowCount).toBe(0);
    }
    expect([...seen].some((count) => count > 0 && count < before)).toBe(true);
    expect(await countLeft()).toBe(0);
    expect(await remove(context, world)).toEqual({ deletedIds: [], notFoundIds: [key[1]] });
  },
);

test('a legacy view does not delete the deliveries of a webhook that it does not show', async () => {
  const { webhook } = await createWorld(database);
  const [{ fill, left } = { fill: '', left: '' }] = deletions;
  const key = [webhook.tenantId, webhook.id];
  await database.pool.query(fill, [...key, many]);
  const before = (await database.pool.query(left, key)).rows;
  const context = { ...createContext(database, webhook.tenantId), sizes: sizes };
  expect(await deleteWebhook(context, webhook.id, legacyWebhooks)).toMatchObject({ deletedIds: [] });
  expect((await database.pool.query(left, key)).rows).toEqual(before);
  expect(await database.prisma.webhook.count({ where: { id: webhook.id, status: 'active' } })).toBe(1);
});
