import type { components } from '@parley/contract/v2';
import type { CampaignRecord } from '@parley/core';

type Broadcast = components['schemas']['Broadcast'];

/** Presents a campaign under its old name; its automation is the workflow. */
export function presentBroadcast(campaign: CampaignRecord): Broadcast {
  return {
    id: campaign.id,
    name: campaign.name,
    workflowId: campaign.automationId,
    isScheduled: campaign.isScheduled,
    isReoccurring: campaign.isRecurring,
    ...(campaign.scheduledAt !== null && { scheduledAt: campaign.scheduledAt }),
    ...(campaign.recurrenceRules.length > 0 && { recurrenceRules: [...campaign.recurrenceRules] }),
    ...(campaign.variables.length > 0 && { variables: campaign.variables.map(presentVariable) }),
    status: statuses[campaign.status],
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
  };
}

const statuses: Record<CampaignRecord['status'], Broadcast['status']> = {
  draft: 'DRAFT',
  scheduled: 'SCHEDULED',
  running: 'RUNNING',
  completed: 'COMPLETED',
  failed: 'FAILED',
  canceled: 'CANCELED',
};

function presentVariable(
  variable: CampaignRecord['variables'][number],
): components['schemas']['BroadcastVariable'] {
  return { name: variable.name, value: variable.value };
}
