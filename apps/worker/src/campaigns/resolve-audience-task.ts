import { abandonCampaign, resolveAudience } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Adds the next contacts of an audience to the occurrence of a campaign. */
export const resolveAudienceTask = defineTask({
  name: 'resolve-audience',
  payload: { tenantId: 'id', campaignId: 'id' },
  async run({ tenantId, campaignId }, { database, now, logger }) {
    const batch = await resolveAudience({ database, now, tenantId }, campaignId);
    if (batch?.isComplete) logger.info({ tenantId, campaignId }, 'the audience of a campaign is complete');
  },
  async onDead({ tenantId, campaignId }, { database, now }) {
    await abandonCampaign({ database, now, tenantId }, campaignId);
  },
});
