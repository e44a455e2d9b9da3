import type { operations } from '@parley/contract/v3';
import { cancelAutomationRun, getAutomationRun, runsOf, search } from '@parley/core';
import { presentAutomationRun, presentAutomationRunDetail, presentSearch } from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

type AutomationRunOperation = 'searchAutomationRuns' | 'getAutomationRun' | 'cancelAutomationRun';

export const automationRunHandlers: Handlers<Pick<operations, AutomationRunOperation>> = {
  async searchAutomationRuns(context, { params, body }) {
    const result = await search(context, runsOf(params.automationId), body);
    return presentSearch(body, result, presentAutomationRun);
  },

  async getAutomationRun(context, { params }) {
    const run = await getAutomationRun(context, params);
    return { success: true, data: presentAutomationRunDetail(run) };
  },

  async cancelAutomationRun(context, { params }) {
    const run = await cancelAutomationRun(context, params);
    return { success: true, data: presentAutomationRunDetail(run) };
  },
};
