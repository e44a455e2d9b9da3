import { abandonCampaign, resolveAudience } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Adds the next contacts of an audience to the occurrence of a campaign. */
export const resolveAudienceTask = defineTask({
  name: 'resolve-audience',
  payload: { tenantId: 'id', campaignId: 'id' },
  async run({ tenantId, campaignId }, { context, logger }) {
    const batch = await resolveAudience(context, campaignId);
    if (batch?.isComplete) logger.info({ tenantId, campaignId }, 'the audience of a campaign is complete');
  },
  async onDead({ campaignId }, { context }) {
    await abandonCampaign(context, campaignId);
  },
});
