import type { components, operations } from '@parley/contract/v2';
import { createCampaign, findCampaignErrors, listChannelCampaigns, type ValidPart } from '@parley/core';
import { presentBroadcast } from '@parley/presenters/v2';
import type { Handlers } from '../http/routing/handler.js';
import { renameCampaignErrors, renameParams } from './rename-campaign-errors.js';

export const broadcastHandlers: Handlers<Pick<operations, 'listBroadcasts' | 'createBroadcast'>> = {
  async listBroadcasts(context, { params }) {
    const campaigns = await listChannelCampaigns(context, params.channelId);
    return { success: true, data: { broadcasts: campaigns.map(presentBroadcast) } };
  },

  createBroadcast: {
    check: async (context, { params, body }) =>
      renameParams(await findCampaignErrors(context, readBroadcast(params.channelId, body))),
    async handle(context, { params, body }) {
      const campaign = await renameCampaignErrors(() =>
        createCampaign(context, {
          channelId: params.channelId,
          name: body.name,
          automationId: body.workflowId,
          messageTemplateId: body.messageTemplateId,
          isScheduled: body.isScheduled,
          scheduledAt: body.scheduledAt,
          isRecurring: body.isReoccurring,
          recurrenceRules: body.recurrenceRules,
          contacts: body.contacts,
          variables: body.variables,
        }),
      );
      return { success: true, data: presentBroadcast(campaign) };
    },
  },
};

/**
 * Translates the body to the domain's names. A key whose value the schema refused is kept, with the value undefined.
 * The fields are listed one by one, because v2 ignores unknown keys and one of them could have the name of an input of
 * the use case.
 */
function readBroadcast(channelId: string, body: ValidPart<components['schemas']['BroadcastCreate']>) {
  const { isScheduled, scheduledAt, isReoccurring, recurrenceRules, messageTemplateId, variables } = body;
  return {
    ...('isScheduled' in body && { isScheduled }),
    ...('scheduledAt' in body && { scheduledAt }),
    ...('isReoccurring' in body && { isRecurring: isReoccurring }),
    ...('recurrenceRules' in body && { recurrenceRules }),
    ...('messageTemplateId' in body && { messageTemplateId }),
    ...('variables' in body && { variables }),
    contacts: body.contacts,
    channelId,
    automationId: body.workflowId,
  } as const;
}
