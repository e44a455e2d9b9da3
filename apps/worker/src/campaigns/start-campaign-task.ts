import { abandonCampaign, startOccurrence } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Starts the occurrence of a campaign that is due. */
export const startCampaignTask = defineTask({
  name: 'start-campaign',
  mayTakeLong: true,
  payload: { tenantId: 'id', campaignId: 'id' },
  async run({ tenantId, campaignId }, { database, now, logger }) {
    const started = await startOccurrence({ database, now, tenantId }, campaignId);
    if (started !== null)
      logger.info({ tenantId, campaignId, ...started }, 'an occurrence of a campaign started');
  },
  async onDead({ tenantId, campaignId }, { database, now }) {
    await abandonCampaign({ database, now, tenantId }, campaignId);
  },
});
