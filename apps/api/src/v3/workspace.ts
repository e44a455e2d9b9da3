import type { operations } from '@parley/contract/v3';
import { findWorkspaceErrors, getWorkspace, rotateWorkspaceSecret, updateWorkspace } from '@parley/core';
import { presentWorkspace } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';

type WorkspaceOperation = 'getWorkspace' | 'updateWorkspace' | 'rotateWorkspaceSigningSecret';

export const workspaceHandlers: Handlers<Pick<operations, WorkspaceOperation>> = {
  async getWorkspace(context, { rateUse }) {
    const workspace = await getWorkspace(context);
    return { success: true, data: presentWorkspace(workspace, rateUse) };
  },

  updateWorkspace: {
    check: (context, { body }) => findWorkspaceErrors(context, body),
    async handle(context, { body, rateUse }) {
      const workspace = await updateWorkspace(context, body);
      return { success: true, data: presentWorkspace(workspace, rateUse) };
    },
  },

  async rotateWorkspaceSigningSecret(context) {
    const { secret } = await rotateWorkspaceSecret(context);
    return { success: true, data: { secret } };
  },
};
