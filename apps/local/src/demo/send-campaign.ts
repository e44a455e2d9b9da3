import type { Campaign } from '@parley/client';
import { channelIds, contactIds } from '../../../../prisma/demo/ids.js';
import { isRead } from './describe-event.js';
import type { Stage } from './stage.js';
import { waitUntil } from './wait-until.js';

/** Sends one message to each of four contacts, one of whom has unsubscribed. */
export async function sendCampaign(stage: Stage): Promise<void> {
  const { parley, printer, inbox } = stage;
  const automationId = await publishOffer(stage);
  const { ada, bruno, chiara, deniz } = contactIds;
  printer.scene('A campaign goes out by SMS to four contacts, one of whom has unsubscribed');
  const { id: campaignId } = await parley.POST('/campaigns', {
    body: {
      name: 'Winter offer',
      channelId: channelIds.sms,
      automationId,
      contactIds: [ada, bruno, chiara, deniz],
      variables: { discount: '10 %' },
    },
  });
  await parley.POST('/campaigns/{campaignId}/start', { params: { path: { campaignId } } });
  printer.line({ who: 'campaign', what: 'Winter offer', detail: 'started' });
  const { totals } = await untilCompleted(stage, campaignId);
  await inbox.untilReceived(totals.read + 1, isRead);
  await inbox.untilReceived(1, ({ event }) => event === 'campaign.completed');
  const numbers = `${totals.sent} sent, ${totals.delivered} delivered, ${totals.read} read, ${totals.skipped} skipped`;
  printer.line({ who: 'campaign', what: 'Winter offer', detail: `completed: ${numbers}` });
}

/** Publishes the steps that the campaign runs for each recipient. */
async function publishOffer({ parley }: Stage): Promise<string> {
  const text = 'Hello {{firstName}}, {{discount}} off everything this week.';
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: 'Winter offer',
      trigger: { type: 'manual' },
      steps: [{ type: 'send_message', text }],
    },
  });
  await parley.POST('/automations/{automationId}/publish', { params: { path: { automationId } } });
  return automationId;
}

async function untilCompleted({ parley, lifecycle }: Stage, campaignId: string): Promise<Campaign> {
  const read = () => parley.GET('/campaigns/{campaignId}', { params: { path: { campaignId } } });
  let campaign = await read();
  await waitUntil(lifecycle, async () => {
    campaign = await read();
    return campaign.status === 'completed' && campaign.totals.read === campaign.totals.sent;
  });
  return campaign;
}
