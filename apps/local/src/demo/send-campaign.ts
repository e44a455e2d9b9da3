import type { AutomationDetail, Campaign } from '@parley/contract/v3';
import { channelIds, contactIds } from '../../../../prisma/demo/ids.js';
import { callApi } from './call-api.js';
import { isRead } from './describe-event.js';
import type { Stage } from './stage.js';
import { waitUntil } from './wait-until.js';

/** One message each to four contacts, of whom one has unsubscribed. */
export async function sendCampaign(stage: Stage): Promise<void> {
  const { printer, inbox } = stage;
  const automationId = await publishOffer(stage);
  const { ada, bruno, chiara, deniz } = contactIds;
  printer.scene('A campaign goes out by SMS to four contacts, of whom one has unsubscribed');
  const { id } = await callApi<Campaign>(stage, 'POST /v3/campaigns', {
    name: 'Winter offer',
    channelId: channelIds.sms,
    automationId,
    contactIds: [ada, bruno, chiara, deniz],
    variables: { discount: '10 %' },
  });
  await callApi(stage, `POST /v3/campaigns/${id}/start`);
  printer.line({ who: 'campaign', what: 'Winter offer', detail: 'started' });
  const { totals } = await untilCompleted(stage, id);
  await inbox.untilReceived(totals.read + 1, isRead);
  const numbers = `${totals.sent} sent, ${totals.delivered} delivered, ${totals.read} read, ${totals.skipped} skipped`;
  printer.line({ who: 'campaign', what: 'Winter offer', detail: `completed: ${numbers}` });
}

/** What the campaign does for each of its recipients. */
async function publishOffer(stage: Stage): Promise<string> {
  const text = 'Hello {{firstName}}, {{discount}} off everything this week.';
  const { id } = await callApi<AutomationDetail>(stage, 'POST /v3/automations', {
    name: 'Winter offer',
    trigger: { type: 'manual' },
    steps: [{ type: 'send_message', text }],
  });
  await callApi(stage, `POST /v3/automations/${id}/publish`);
  return id;
}

async function untilCompleted(stage: Stage, campaignId: string): Promise<Campaign> {
  const read = () => callApi<Campaign>(stage, `GET /v3/campaigns/${campaignId}`);
  let campaign = await read();
  await waitUntil(stage.lifecycle, async () => {
    campaign = await read();
    return campaign.status === 'completed' && campaign.totals.read === campaign.totals.sent;
  });
  return campaign;
}
