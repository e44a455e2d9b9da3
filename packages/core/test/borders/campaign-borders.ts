import { expect } from '@jest/globals';
import { openDatabase } from '@parley/database';
import { campaigns } from '../../src/campaigns/campaign-record.js';
import {
  claimTemplatePage,
  createCampaign,
  getById,
  resolveAudience,
  startOccurrence,
  updateCampaign,
} from '../../src/index.js';
import { prepareCampaign } from '../campaigns/prepare-campaign.js';
import { untilWaitingFor } from '../delivery-queue.js';
import { createContext } from '../test-context.js';
import { createChannel } from '../testkit.js';
import type { Stage } from './stage.js';

export async function resolvesAudience({ worlds, size }: Stage): Promise<void> {
  const audience = { query: 'eq(firstName,"Person")' };
  const prepared = await prepareCampaign(worlds, { contactCount: 0, contactIds: [], audience });
  const { context, campaign } = prepared;
  await worlds.database.pool.query(
    `insert into contacts (tenant_id, id, first_name, created_at, updated_at)
     select $1, gen_random_uuid(), 'Person', $3, $3 from generate_series(1, $2)`,
    [context.tenantId, size + 1, context.now()],
  );
  await startOccurrence(context, campaign.id);
  const batches = [];
  for (let batch = 0; batch < 3; batch += 1) batches.push(await resolveAudience(context, campaign.id));
  expect(batches).toEqual([
    { pending: 0, skipped: size, isComplete: false },
    { pending: 0, skipped: 1, isComplete: true },
    null,
  ]);
}

export async function leavesConnections({ worlds, size }: Stage): Promise<void> {
  const { campaign, context } = await prepareCampaign(worlds, { isDraft: true });
  // A process with two connections.
  const { connectionString: url = '' } = worlds.database.pool.options;
  const small = openDatabase({ url, poolSize: 2 });
  const caller = { ...createContext(small, context.tenantId), sizes: worlds.sizes };
  const { channelId, automationId } = campaign;

  const holder = await worlds.database.pool.connect();
  await holder.query('begin');
  await holder.query('lock table campaign_recipients in access exclusive mode');
  const phoneNumbers = Array.from({ length: size + 1 }, (_, index) => `+49151${10_000_000 + index}`);
  const change = { contacts: phoneNumbers.map((phoneNumber) => ({ phoneNumber })) };
  const variables = [{ name: 'code', value: 'A-1' }];
  const work = [
    updateCampaign(caller, campaign.id, change),
    updateCampaign(caller, campaign.id, change),
    createCampaign(caller, { ...change, name: 'New', channelId, automationId, variables, isDraft: true }),
  ];
  await untilWaitingFor(worlds.database, holder);
  // All these requests wait for the table; another request does not wait for them.
  for (let read = 0; read < 20; read += 1)
    await expect(getById(caller, campaigns, campaign.id)).resolves.toMatchObject({ id: campaign.id });
  await holder.query('rollback');
  holder.release();
  await Promise.all(work);
  expect(await small.prisma.campaignRecipient.count({ where: { campaignId: campaign.id } })).toBe(size + 1);
  await small.close();
}

export async function closesTemplates({ worlds, count }: Stage): Promise<void> {
  const { database, own } = worlds;
  const context = worlds.context();
  const tenantId = own.tenant.id;
  const startedAt = context.now().toISOString();
  const templateSync = { startedAt, cursor: null, phase: 'closing', accountId: 'account' };
  const { id: channelId } = await createChannel(database, tenantId, { templateSync });
  await database.pool.query(
    `insert into message_templates (tenant_id, id, name, body, status, registration, submission)
     select $1, gen_random_uuid(), 'closed_' || n, 'Hello', 'approved', '{"vendorId": "1", "status": "approved"}',
       '{"accountId": "account", "isWaiting": false}' from generate_series(1, $2::int) n`,
    [tenantId, count],
  );
  for (let page = 0; page < 3; page += 1) await claimTemplatePage(context, channelId);
  const { rows } = await database.pool.query(
    `select registration ->> 'status' as status, count(*)::int from message_templates
     where tenant_id = $1 and name like 'closed%' group by 1`,
    [tenantId],
  );
  expect(rows).toEqual([{ status: 'deleted', count }]);
  expect(await database.prisma.event.count({ where: { type: 'message_template.updated' } })).toBe(count);
  const { templateSync: ended } = await database.prisma.channel.findFirstOrThrow({
    where: { id: channelId },
  });
  expect(ended).toMatchObject({ phase: 'ended' });
}
