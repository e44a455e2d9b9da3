import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import type { Transaction } from '../sql/transact.js';

interface CampaignMoment {
  readonly campaignId: string;
  readonly at: Date;
}

/** Lets the worker start the campaign's next occurrence at that moment; an earlier such wish is replaced. */
export async function scheduleCampaign(
  transaction: Transaction,
  { tenantId }: Context,
  { campaignId, at }: CampaignMoment,
): Promise<void> {
  const key = `start-campaign:${tenantId}:${campaignId}`;
  await addJob(transaction, { task: 'start-campaign', payload: { tenantId, campaignId }, runAt: at, key });
}

/** Lets the worker look at that moment whether everything has been sent. */
export async function scheduleFinish(
  transaction: Transaction,
  { tenantId }: Context,
  { campaignId, at }: CampaignMoment,
): Promise<void> {
  const key = `finish-campaign:${tenantId}:${campaignId}`;
  await addJob(transaction, { task: 'finish-campaign', payload: { tenantId, campaignId }, runAt: at, key });
}
