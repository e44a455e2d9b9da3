import type { components, operations } from '@parley/contract/v3';
import {
  automationDetails,
  automations,
  createAutomation,
  deactivateAutomation,
  deleteAutomation,
  findTriggerErrors,
  findVersionErrors,
  getById,
  publishAutomation,
  triggerAutomation,
  updateAutomation,
  type ValidPart,
} from '@parley/core';
import { presentAutomation, presentAutomationDetail, presentDeleteResult } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { storedSearchHandler } from './search-handler.js';

type AutomationOperation =
  | 'createAutomation'
  | 'getAutomation'
  | 'updateAutomation'
  | 'deleteAutomation'
  | 'searchAutomations'
  | 'publishAutomation'
  | 'deactivateAutomation'
  | 'triggerAutomation';

export function createAutomationHandlers(publicUrl: string): Handlers<Pick<operations, AutomationOperation>> {
  return {
    createAutomation: {
      check: (context, { body }) => findVersionErrors(context, { ...body, ...readTrigger(body), publicUrl }),
      async handle(context, { body }) {
        const trigger = flatten(body.trigger);
        const automation = await createAutomation(context, { ...body, trigger, publicUrl });
        return { success: true, data: presentAutomationDetail(automation) };
      },
    },

    async getAutomation(context, { params }) {
      const automation = await getById(context, automationDetails, params.automationId);
      return { success: true, data: presentAutomationDetail(automation) };
    },

    updateAutomation: {
      check: (context, { body }) => findVersionErrors(context, { ...body, ...readTrigger(body), publicUrl }),
      async handle(context, { params, body }) {
        const update = { ...body, ...(body.trigger && { trigger: flatten(body.trigger) }), publicUrl };
        const automation = await updateAutomation(context, params.automationId, update);
        return { success: true, data: presentAutomationDetail(automation) };
      },
    },

    async deleteAutomation(context, { params }) {
      const result = await deleteAutomation(context, params.automationId);
      return { success: true, data: presentDeleteResult(result) };
    },

    searchAutomations: storedSearchHandler(() => automations, presentAutomation),

    async publishAutomation(context, { params }) {
      const automation = await publishAutomation(context, params.automationId);
      return { success: true, data: presentAutomationDetail(automation) };
    },

    async deactivateAutomation(context, { params }) {
      const automation = await deactivateAutomation(context, params.automationId);
      return { success: true, data: presentAutomationDetail(automation) };
    },

    triggerAutomation: {
      check: (context, { params, body }) =>
        findTriggerErrors(context, { ...body, automationId: params.automationId, publicUrl }),
      async handle(context, { params, body }) {
        await triggerAutomation(context, { ...body, automationId: params.automationId, publicUrl });
        return { success: true };
      },
    },
  };
}

type Trigger = components['schemas']['AutomationTriggerInput'];

/** A trigger that the schema refused stays undefined. */
function readTrigger(body: ValidPart<{ trigger: Trigger }>) {
  return 'trigger' in body ? { trigger: body.trigger && flatten(body.trigger) } : {};
}

/** The domain keeps the parameters of a schedule beside the others. */
function flatten({ schedule, audience, ...trigger }: Trigger) {
  return {
    ...trigger,
    rule: schedule?.rule ?? null,
    timeZone: schedule?.timeZone ?? null,
    audienceQuery: audience?.query ?? null,
    segmentId: audience?.segmentId ?? null,
  };
}
