import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const baseUrl = process.env.PARLEY_URL ?? 'http://localhost:3000';
const token = process.env.PARLEY_TOKEN ?? '';
const parley = createClient({ baseUrl, token });
const channelId = '0193a1e0-5c00-7000-8000-000000000012';

const { id: campaignId } = await parley.POST('/campaigns', {
  body: {
    name: 'Winter coats',
    channelId,
    automationId: '0193a1e0-5c00-7000-8000-000000000084',
    variables: { orderNumber: 'of winter' },
    contactIds: ['0193a1e0-5c00-7000-8000-000000000022'],
  },
});
const { id: automationId } = await parley.POST('/automations', {
  body: {
    name: 'Interested in winter coats',
    trigger: { type: 'campaign_replied', campaignId },
    steps: [{ type: 'send_message', text: 'A colleague will call you, {{firstName}}.' }],
  },
});
const params = { path: { automationId } };
await parley.POST('/automations/{automationId}/publish', { params });
const ofCampaign = { params: { path: { campaignId } } };
let campaign = await parley.POST('/campaigns/{campaignId}/start', ofCampaign);
while (['scheduled', 'running'].includes(campaign.status)) {
  await delay(200);
  campaign = await parley.GET('/campaigns/{campaignId}', ofCampaign);
}
if (campaign.totals.sent === 0) throw new Error(`Nothing was sent, and the campaign is ${campaign.status}`);

// In the sandbox, you write in place of the contact.
await fetch(`${baseUrl}/ingress/${channelId}`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ from: '+41791234567', text: 'Yes, please' }),
});
let run: { status: string; error: { message: string } | null } | undefined;
while (run === undefined || ['scheduled', 'running'].includes(run.status)) {
  await delay(200);
  [run] = await parley.search('/automations/{automationId}/runs/search', { params, body: {} }).toArray();
}
if (run.status !== 'completed') throw new Error(`The run is ${run.status}: ${run.error?.message}`);
const { totals } = await parley.GET('/campaigns/{campaignId}', ofCampaign);
console.log(`${totals.replied} replied, the automation is ${run.status}`);
await parley.POST('/automations/{automationId}/deactivate', { params });
