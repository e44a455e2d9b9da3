import { finishCampaign } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';

/** Ends an occurrence of a campaign once all of its messages have been sent. */
export const finishCampaignTask = defineTask({
  name: 'finish-campaign',
  payload: { tenantId: 'id', campaignId: 'id' },
  async run({ campaignId }, { context }) {
    await finishCampaign(context, campaignId);
  },
});
