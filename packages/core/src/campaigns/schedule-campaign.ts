import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import type { Transaction } from '../sql/transact.js';

interface CampaignMoment {
  readonly campaignId: string;
  readonly at: Date;
}

/** Schedules the job that starts the next occurrence of a campaign, and replaces an earlier job. */
export async function scheduleCampaign(
  transaction: Transaction,
  { tenantId }: Context,
  { campaignId, at }: CampaignMoment,
): Promise<void> {
  const key = `start-campaign:${tenantId}:${campaignId}`;
  addJob(transaction, { task: 'start-campaign', payload: { tenantId, campaignId }, runAt: at, key });
}

/** Schedules the job that checks whether everything has been sent. */
export async function scheduleFinish(
  transaction: Transaction,
  { tenantId }: Context,
  { campaignId, at }: CampaignMoment,
): Promise<void> {
  const key = `finish-campaign:${tenantId}:${campaignId}`;
  addJob(transaction, { task: 'finish-campaign', payload: { tenantId, campaignId }, runAt: at, key });
}

/** Schedules the job that finds more recipients of an occurrence. */
export async function scheduleResolving(
  transaction: Transaction,
  { tenantId }: Context,
  { campaignId, at }: CampaignMoment,
): Promise<void> {
  const key = `resolve-audience:${tenantId}:${campaignId}`;
  addJob(transaction, { task: 'resolve-audience', payload: { tenantId, campaignId }, runAt: at, key });
}
