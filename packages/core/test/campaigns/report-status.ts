import { applyMessageStatus } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import type { PreparedCampaign } from './prepare-campaign.js';

export const noTotals = {
  recipients: 3,
  pending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  skipped: 0,
  canceled: 0,
  replied: 0,
  optedOut: 0,
};

/** Reports the status of a message as its provider would. */
export async function report(
  { context }: PreparedCampaign,
  messageId: string | null,
  status: 'sent' | 'delivered' | 'read' | 'failed',
) {
  const message = await context.database.prisma.message.findFirstOrThrow({ where: { id: messageId ?? '' } });
  await applyMessageStatus(context, {
    channelId: message.channelId,
    externalId: `provider-${message.id}`,
    reference: message.id,
    status,
    errors: [],
  });
}

/** Returns when the worker is to start the campaign. */
export async function plannedStart({ context, campaign }: PreparedCampaign) {
  const jobs = await findJobs(context.database, 'start-campaign', campaign.id);
  return jobs.map(({ runAt }) => runAt.toISOString());
}
