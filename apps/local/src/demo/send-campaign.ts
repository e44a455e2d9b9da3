import { type CampaignDetailRecord, campaignDetails, createCampaign, getById } from '@parley/core';
import { channelIds, contactIds } from '../../../../prisma/demo/ids.js';
import { isRead } from './describe-event.js';
import { publishOffer } from './set-up.js';
import { contextOf, type Stage } from './stage.js';
import { waitUntil } from './wait-until.js';

/** One message each to four contacts, of whom one has unsubscribed. */
export async function sendCampaign(stage: Stage): Promise<void> {
  const { printer, inbox } = stage;
  const context = contextOf(stage);
  const automationId = await publishOffer(context);
  const { ada, bruno, chiara, deniz } = contactIds;
  printer.scene('A campaign goes out by SMS to four contacts, of whom one has unsubscribed');
  const { id } = await createCampaign(context, {
    name: 'Winter offer',
    channelId: channelIds.sms,
    automationId,
    automationTerm: 'automation',
    contactIds: [ada, bruno, chiara, deniz],
    variables: [{ name: 'discount', value: '10 %' }],
  });
  printer.line({ who: 'campaign', what: 'Winter offer', detail: 'started' });
  const { totals } = await untilCompleted(stage, id);
  await inbox.untilReceived(totals.read + 1, isRead);
  const numbers = `${totals.sent} sent, ${totals.delivered} delivered, ${totals.read} read, ${totals.skipped} skipped`;
  printer.line({ who: 'campaign', what: 'Winter offer', detail: `completed: ${numbers}` });
}

async function untilCompleted(stage: Stage, campaignId: string): Promise<CampaignDetailRecord> {
  let campaign = await getById(contextOf(stage), campaignDetails, campaignId);
  await waitUntil(stage.lifecycle, async () => {
    campaign = await getById(contextOf(stage), campaignDetails, campaignId);
    return campaign.status === 'completed' && campaign.totals.read === campaign.totals.sent;
  });
  return campaign;
}
