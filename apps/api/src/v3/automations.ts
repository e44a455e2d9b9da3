import type { operations } from '@parley/contract/v3';
import { automations, search, triggerAutomation } from '@parley/core';
import { presentAutomation, presentSearch } from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

export const automationHandlers: Handlers<Pick<operations, 'triggerAutomation' | 'searchAutomations'>> = {
  async triggerAutomation(context, { params, body }) {
    await triggerAutomation(context, { ...body, automationId: params.automationId });
    return { success: true };
  },

  async searchAutomations(context, { body }) {
    const result = await search(context, automations, body);
    return presentSearch(body, result, presentAutomation);
  },
};
