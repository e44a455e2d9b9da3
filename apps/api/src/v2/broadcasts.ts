import type { operations } from '@parley/contract/v2';
import { createCampaign, findCampaignErrors, listChannelCampaigns } from '@parley/core';
import { presentBroadcast } from '@parley/presenters/v2';
import type { Handlers } from '../http/handler.js';

export const broadcastHandlers: Handlers<Pick<operations, 'listBroadcasts' | 'createBroadcast'>> = {
  async listBroadcasts(context, { params }) {
    const campaigns = await listChannelCampaigns(context, params.channelId);
    return { success: true, data: { broadcasts: campaigns.map(presentBroadcast) } };
  },

  createBroadcast: {
    // Field by field: v2 ignores unknown keys, and one of them may be named like an input of the use case.
    check: (context, { body }) =>
      findCampaignErrors(context, {
        isScheduled: body.isScheduled,
        scheduledAt: body.scheduledAt,
        isRecurring: body.isReoccurring,
        recurrenceRules: body.recurrenceRules,
        contacts: body.contacts,
      }),
    async handle(context, { params, body }) {
      const campaign = await createCampaign(context, {
        channelId: params.channelId,
        name: body.name,
        automationId: body.workflowId,
        automationTerm: 'workflow',
        messageTemplateId: body.messageTemplateId,
        isScheduled: body.isScheduled,
        scheduledAt: body.scheduledAt,
        isRecurring: body.isReoccurring,
        recurrenceRules: body.recurrenceRules,
        contacts: body.contacts,
        variables: body.variables,
      });
      return { success: true, data: presentBroadcast(campaign) };
    },
  },
};
