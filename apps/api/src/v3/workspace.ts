import type { operations } from '@parley/contract/v3';
import {
  findWorkspaceErrors,
  getWorkspace,
  rotateWorkspaceSecret,
  updateWorkspace,
  type WorkspaceRecord,
} from '@parley/core';
import { presentWorkspace } from '@parley/presenters/v3';
import type { Handlers, OperationRequest } from '../http/routing/handler.js';

type WorkspaceOperation = 'getWorkspace' | 'updateWorkspace' | 'rotateWorkspaceSigningSecret';

export const workspaceHandlers: Handlers<Pick<operations, WorkspaceOperation>> = {
  async getWorkspace(context, request) {
    return { success: true, data: await present(await getWorkspace(context), request) };
  },

  updateWorkspace: {
    check: (context, { body }) => findWorkspaceErrors(context, body),
    async handle(context, request) {
      return { success: true, data: await present(await updateWorkspace(context, request.body), request) };
    },
  },

  async rotateWorkspaceSigningSecret(context) {
    const { secret } = await rotateWorkspaceSecret(context);
    return { success: true, data: { secret } };
  },
};

type Uses = Pick<OperationRequest<unknown>, 'rateUse' | 'findInboundUse'>;

/** Adds the numbers that the HTTP layer counts. */
async function present(workspace: WorkspaceRecord, { rateUse, findInboundUse }: Uses) {
  return presentWorkspace(workspace, { ...rateUse, inboundMessagesThisMinute: await findInboundUse() });
}
