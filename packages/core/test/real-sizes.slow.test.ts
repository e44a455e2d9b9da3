import { describe, expect, test } from '@jest/globals';
import {
  continueErasure,
  deleteWebhook,
  eraseContact,
  removeExpired,
  resolveAudience,
  startOccurrence,
  UsageCounter,
} from '../src/index.js';
import { defaultSizes } from '../src/sizes.js';
import { newIdSql } from '../src/sql/new-id-sql.js';
import { text, useStoredUsage } from './api-usage/use-stored-usage.js';
import { describeCampaignSize } from './campaigns/describe-campaign-size.js';
import { prepareCampaign } from './campaigns/prepare-campaign.js';
import { pileUp } from './delivery-queue.js';
import { describeManyResends } from './describe-many-resends.js';
import { createPerson } from './erasures/create-person.js';
import { describeExcludedChunks } from './search/describe-excluded-chunks.js';
import { createContext } from './test-context.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();
const usage = useStoredUsage(defaultSizes);

describe('with the sizes of the service', () => {
  test('an audience of one contact more than a batch takes two batches', async () => {
    const { audienceBatch } = defaultSizes;
    const audience = { query: 'eq(firstName,"Person")' };
    const prepared = await prepareCampaign(worlds, { contactCount: 0, contactIds: [], audience });
    const { context, campaign } = prepared;
    await worlds.database.pool.query(
      `insert into contacts (tenant_id, id, first_name, created_at, updated_at)
       select $1, gen_random_uuid(), 'Person', $3, $3 from generate_series(1, $2)`,
      [context.tenantId, audienceBatch + 1, context.now()],
    );
    await startOccurrence(context, campaign.id);
    const batches = [];
    for (let batch = 0; batch < 3; batch += 1) batches.push(await resolveAudience(context, campaign.id));
    expect(batches).toEqual([
      { pending: 0, skipped: audienceBatch, isComplete: false },
      { pending: 0, skipped: 1, isComplete: true },
      null,
    ]);
  });

  test('a person with many records is hidden, and then deleted in batches', async () => {
    const messageCount = defaultSizes.recordsErasedAtOnce + 1;
    const { contact, chat } = await createPerson(worlds, { messageCount });
    const countMessages = () => worlds.database.prisma.message.count({ where: { chatId: chat.id } });
    await eraseContact(worlds.context(), contact.id);
    expect(await countMessages()).toBe(messageCount);
    expect(await continueErasure(worlds.context(), contact.id)).toBe('completed');
    expect(await countMessages()).toBe(0);
  });

  test('a webhook with more deliveries than two statements remove is deleted with all of them', async () => {
    const { tenantId, webhookId } = await pileUp(worlds.database, 2 * defaultSizes.deletionBatch + 1);
    const context = createContext(worlds.database, tenantId);
    expect(await deleteWebhook(context, webhookId)).toMatchObject({ deletedIds: [webhookId] });
    expect(await worlds.database.prisma.delivery.count({ where: { tenantId } })).toBe(0);
  });

  test('more expired runs than two statements remove are removed by one call', async () => {
    const { database, own } = worlds;
    const count = 2 * defaultSizes.retentionBatch + 1;
    await database.pool.query(
      `insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, status, scheduled_at,
         finished_at)
       select $1, ${newIdSql('now()')}, $2, $3, $4, 'completed', now(), now() from generate_series(1, $5::int)`,
      [own.tenant.id, own.automation.id, own.automation.latestVersionId, own.contact.id, count],
    );
    const later = new Date(Date.now() + 91 * 24 * 60 * 60 * 1_000);
    expect((await removeExpired(database, later, worlds.sizes)).automationRuns).toBeGreaterThanOrEqual(count);
    expect(await database.prisma.automationRun.count({ where: { finishedAt: { not: null } } })).toBe(0);
  });
});

describe('stored usage', () => {
  test('needs one statement for thousands of counts', async () => {
    const { tenant, caller } = await usage.createCaller();
    const counter = new UsageCounter({ now: () => new Date() });
    counter.count(
      caller,
      Array.from({ length: 4_000 }, (_, index) => ({ ...text, name: `body.field${index}` })),
    );
    expect(await usage.storeCounted(counter)).toEqual(['add-api-usage']);
    expect(await usage.rowsOf(tenant.id)).toHaveLength(4_000);
  });
});

describe('the size of a campaign', () => describeCampaignSize(5_000));

describeManyResends(defaultSizes.resends);
describeExcludedChunks(defaultSizes);
