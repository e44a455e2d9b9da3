import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const draft = await parley.POST('/campaigns', {
  body: {
    name: 'Winter opening hours',
    channelId: '0193a1e0-5c00-7000-8000-000000000012',
    automationId: '0193a1e0-5c00-7000-8000-000000000084',
    variables: { orderNumber: 'of winter' },
    contactIds: ['0193a1e0-5c00-7000-8000-000000000022'],
    contacts: [{ firstName: 'Grace', phoneNumber: '+4915155500001' }],
  },
});
const params = { path: { campaignId: draft.id } };
let campaign = await parley.POST('/campaigns/{campaignId}/start', { params });

while (['scheduled', 'running'].includes(campaign.status)) {
  await delay(200);
  campaign = await parley.GET('/campaigns/{campaignId}', { params });
}
if (campaign.status !== 'completed')
  throw new Error(`The campaign is ${campaign.status}: ${campaign.failureReason?.message}`);
console.log(`${campaign.totals.recipients} recipients, ${campaign.totals.sent} sent`);
