import type { operations } from '@parley/contract/v3';
import {
  automationDetails,
  automations,
  createAutomation,
  deactivateAutomation,
  deleteAutomation,
  getById,
  publishAutomation,
  search,
  triggerAutomation,
  updateAutomation,
} from '@parley/core';
import {
  presentAutomation,
  presentAutomationDetail,
  presentDeleteResult,
  presentSearch,
} from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

type AutomationOperation =
  | 'createAutomation'
  | 'getAutomation'
  | 'updateAutomation'
  | 'deleteAutomation'
  | 'searchAutomations'
  | 'publishAutomation'
  | 'deactivateAutomation'
  | 'triggerAutomation';

export const automationHandlers: Handlers<Pick<operations, AutomationOperation>> = {
  async createAutomation(context, { body }) {
    const automation = await createAutomation(context, body);
    return { success: true, data: presentAutomationDetail(automation) };
  },

  async getAutomation(context, { params }) {
    const automation = await getById(context, automationDetails, params.automationId);
    return { success: true, data: presentAutomationDetail(automation) };
  },

  async updateAutomation(context, { params, body }) {
    const automation = await updateAutomation(context, params.automationId, body);
    return { success: true, data: presentAutomationDetail(automation) };
  },

  async deleteAutomation(context, { params }) {
    const result = await deleteAutomation(context, params.automationId);
    return { success: true, data: presentDeleteResult(result) };
  },

  async searchAutomations(context, { body }) {
    const result = await search(context, automations, body);
    return presentSearch(body, result, presentAutomation);
  },

  async publishAutomation(context, { params }) {
    const automation = await publishAutomation(context, params.automationId);
    return { success: true, data: presentAutomationDetail(automation) };
  },

  async deactivateAutomation(context, { params }) {
    const automation = await deactivateAutomation(context, params.automationId);
    return { success: true, data: presentAutomationDetail(automation) };
  },

  async triggerAutomation(context, { params, body }) {
    await triggerAutomation(context, { ...body, automationId: params.automationId });
    return { success: true };
  },
};
