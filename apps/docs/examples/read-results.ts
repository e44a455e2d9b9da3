import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const [campaign] = await parley.POST('/campaigns/search', { body: { query: 'eq(name,"Autumn offer")' } });
if (!campaign) throw new Error('There is no such campaign.');
const { sent, read, replied, optedOut } = campaign.totals;
console.log(`${sent} sent, ${read} read, ${replied} replied, ${optedOut} opted out`);

const recipients = await parley.POST('/campaigns/{campaignId}/recipients/search', {
  params: { path: { campaignId: campaign.id } },
  body: { query: 'not(isNull(repliedAt))', sortBy: 'repliedAt:desc' },
});
for (const { contactId, repliedAt } of recipients) console.log(`${contactId} replied at ${repliedAt}`);
