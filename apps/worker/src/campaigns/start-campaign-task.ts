import { abandonCampaign, startOccurrence } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Starts the occurrence of a campaign that is due. */
export const startCampaignTask = defineTask({
  name: 'start-campaign',
  mayTakeLong: true,
  payload: { tenantId: 'id', campaignId: 'id' },
  async run({ tenantId, campaignId }, { context, logger }) {
    const started = await startOccurrence(context, campaignId);
    if (started !== null)
      logger.info({ tenantId, campaignId, ...started }, 'an occurrence of a campaign started');
  },
  async onDead({ campaignId }, { context }) {
    await abandonCampaign(context, campaignId);
  },
});
