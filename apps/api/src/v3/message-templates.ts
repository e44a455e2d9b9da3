import type { operations } from '@parley/contract/v3';
import { deleteById, messageTemplates } from '@parley/core';
import { presentDeleteResult } from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

export const messageTemplateHandlers: Handlers<Pick<operations, 'deleteMessageTemplate'>> = {
  async deleteMessageTemplate(context, { params }) {
    const result = await deleteById(context, messageTemplates, params.messageTemplateId);
    return { success: true, data: presentDeleteResult(result) };
  },
};
