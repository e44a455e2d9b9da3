import type { operations } from '@parley/contract/v3';
import { cancelAutomationRun, getAutomationRun, runsOf } from '@parley/core';
import { presentAutomationRun, presentAutomationRunDetail } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandler } from './search-handler.js';

type AutomationRunOperation = 'searchAutomationRuns' | 'getAutomationRun' | 'cancelAutomationRun';

export const automationRunHandlers: Handlers<Pick<operations, AutomationRunOperation>> = {
  searchAutomationRuns: searchHandler(
    ({ automationId }: { automationId: string }) => runsOf(automationId),
    presentAutomationRun,
  ),

  async getAutomationRun(context, { params }) {
    const run = await getAutomationRun(context, params);
    return { success: true, data: presentAutomationRunDetail(run) };
  },

  async cancelAutomationRun(context, { params }) {
    const run = await cancelAutomationRun(context, params);
    return { success: true, data: presentAutomationRunDetail(run) };
  },
};
