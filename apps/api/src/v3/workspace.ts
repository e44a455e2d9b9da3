import type { operations } from '@parley/contract/v3';
import { getWorkspace, rotateWorkspaceSecret } from '@parley/core';
import { presentWorkspace } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';

type WorkspaceOperation = 'getWorkspace' | 'rotateWorkspaceSigningSecret';

export const workspaceHandlers: Handlers<Pick<operations, WorkspaceOperation>> = {
  async getWorkspace(context, { rateUse }) {
    const workspace = await getWorkspace(context);
    return { success: true, data: presentWorkspace(workspace, rateUse) };
  },

  async rotateWorkspaceSigningSecret(context) {
    const { secret } = await rotateWorkspaceSecret(context);
    return { success: true, data: { secret } };
  },
};
