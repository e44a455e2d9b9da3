import type { operations } from '@parley/contract/v3';
import { getWorkspace } from '@parley/core';
import { presentWorkspace } from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

export const workspaceHandlers: Handlers<Pick<operations, 'getWorkspace'>> = {
  async getWorkspace(context, { rateUse }) {
    const workspace = await getWorkspace(context);
    return { success: true, data: presentWorkspace(workspace, rateUse) };
  },
};
