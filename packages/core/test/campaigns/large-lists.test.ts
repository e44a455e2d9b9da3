import { expect, test } from '@jest/globals';
import { openDatabase } from '@parley/database';
import { campaigns } from '../../src/campaigns/campaign-record.js';
import type { ImportEntry } from '../../src/contacts/import/plan-import.js';
import { createCampaign, getById, updateCampaign } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds({ contactsOfBulkWork: 4 });

const manyContacts: ImportEntry[] = Array.from({ length: 5 }, (_, index) => ({
  phoneNumber: `+49151${10_000_000 + index}`,
}));

test('long lists of recipients, in new campaigns and in changed ones, leave half of the connections to others', async () => {
  const { campaign, context } = await prepareCampaign(worlds, { isDraft: true });
  // A process with two connections.
  const { connectionString: url = '' } = worlds.database.pool.options;
  const small = openDatabase({ url, poolSize: 2 });
  const caller = { ...createContext(small, context.tenantId), sizes: worlds.sizes };
  const { channelId, automationId } = campaign;

  const holder = await worlds.database.pool.connect();
  await holder.query('begin');
  await holder.query('lock table campaign_recipients in access exclusive mode');
  const change = { contacts: manyContacts };
  const work = [
    updateCampaign(caller, campaign.id, change),
    updateCampaign(caller, campaign.id, change),
    createCampaign(caller, {
      ...change,
      name: 'New',
      channelId,
      automationId,
      variables: [{ name: 'code', value: 'A-1' }],
      isDraft: true,
    }),
  ];
  // All these requests wait for the table; another request does not wait for them.
  await expect(getById(caller, campaigns, campaign.id)).resolves.toMatchObject({ id: campaign.id });
  await expect(getById(caller, campaigns, campaign.id)).resolves.toMatchObject({ id: campaign.id });
  await holder.query('rollback');
  holder.release();
  await Promise.all(work);
  expect(await small.prisma.campaignRecipient.count({ where: { campaignId: campaign.id } })).toBe(5);
  await small.close();
});
