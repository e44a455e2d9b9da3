import type { components, operations } from '@parley/contract/v3';
import {
  type CampaignVariable,
  campaignDetails,
  cancelCampaign,
  createCampaign,
  deleteCampaign,
  findCampaignErrors,
  getById,
  recipientsOf,
  startCampaign,
  updateCampaign,
  type ValidPart,
} from '@parley/core';
import { presentCampaign, presentCampaignRecipient, presentDeleteResult } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandler } from './search-handler.js';

type CampaignOperation =
  | 'createCampaign'
  | 'getCampaign'
  | 'updateCampaign'
  | 'deleteCampaign'
  | 'searchCampaigns'
  | 'startCampaign'
  | 'cancelCampaign'
  | 'searchCampaignRecipients';

export function createCampaignHandlers(publicUrl: string): Handlers<Pick<operations, CampaignOperation>> {
  return {
    createCampaign: {
      check: (context, { body }) => findCampaignErrors(context, readCampaign(body, publicUrl)),
      async handle(context, { body }) {
        const { variables, scheduledAt, messageTemplateId, media, ...rest } = body;
        const campaign = await createCampaign(context, {
          ...rest,
          isDraft: true,
          variables: listVariables(variables),
          scheduledAt: scheduledAt ?? undefined,
          messageTemplateId: messageTemplateId ?? undefined,
          media: media ? { ...media, publicUrl } : undefined,
        });
        return { success: true, data: presentCampaign(campaign) };
      },
    },

    async getCampaign(context, { params }) {
      const campaign = await getById(context, campaignDetails, params.campaignId);
      return { success: true, data: presentCampaign(campaign) };
    },

    updateCampaign: {
      check: (context, { params, body }) =>
        findCampaignErrors(context, readCampaign(body, publicUrl), params.campaignId),
      async handle(context, { params, body }) {
        const { variables, media, ...rest } = body;
        const campaign = await updateCampaign(context, params.campaignId, {
          ...rest,
          ...(variables && { variables: listVariables(variables) }),
          ...(media !== undefined && { media: media && { ...media, publicUrl } }),
        });
        return { success: true, data: presentCampaign(campaign) };
      },
    },

    async deleteCampaign(context, { params }) {
      const result = await deleteCampaign(context, params.campaignId);
      return { success: true, data: presentDeleteResult(result) };
    },

    searchCampaigns: searchHandler(() => campaignDetails, presentCampaign),

    async startCampaign(context, { params }) {
      const campaign = await startCampaign(context, params.campaignId);
      return { success: true, data: presentCampaign(campaign) };
    },

    async cancelCampaign(context, { params }) {
      const campaign = await cancelCampaign(context, params.campaignId);
      return { success: true, data: presentCampaign(campaign) };
    },

    searchCampaignRecipients: searchHandler(
      ({ campaignId }: { campaignId: string }) => recipientsOf(campaignId),
      presentCampaignRecipient,
    ),
  };
}

/**
 * Translates the body to the domain's names. A key whose value the schema refused is kept, with the value undefined.
 */
function readCampaign(body: ValidPart<components['schemas']['CampaignUpdate']>, publicUrl: string) {
  const { variables, media, ...rest } = body;
  return {
    ...rest,
    ...('variables' in body && { variables: variables && listVariables(variables) }),
    ...('media' in body && { media: media && { ...media, publicUrl } }),
  } as const;
}

/** In the list of variables of v2 a name may occur twice; in v3 each has one value. */
function listVariables(
  variables: components['schemas']['CampaignCreate']['variables'] = {},
): CampaignVariable[] {
  return Object.entries(variables).map(([name, value]) => ({ name, value }));
}
