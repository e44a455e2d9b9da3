import type { operations } from '@parley/contract/v3';
import { createLabel, deleteById, findLabelErrors, labels, updateLabel } from '@parley/core';
import { presentDeleteResult, presentLabel } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { storedSearchHandler } from './search-handler.js';
import { storedRecordHandler } from './stored-record-handler.js';

type LabelOperations = Pick<
  operations,
  'createLabel' | 'getLabel' | 'updateLabel' | 'deleteLabel' | 'searchLabels'
>;

export const labelHandlers: Handlers<LabelOperations> = {
  createLabel: {
    check: (context, { body }) => findLabelErrors(context, body),
    async handle(context, { body }) {
      const label = await createLabel(context, body);
      return { success: true, data: presentLabel(label) };
    },
  },

  getLabel: storedRecordHandler(labels, { idOf: ({ labelId }) => labelId, present: presentLabel }),

  updateLabel: {
    check: (context, { params, body }) => findLabelErrors(context, body, params.labelId),
    async handle(context, { params, body }) {
      const label = await updateLabel(context, { ...body, labelId: params.labelId });
      return { success: true, data: presentLabel(label) };
    },
  },

  async deleteLabel(context, { params }) {
    const result = await deleteById(context, labels, params.labelId);
    return { success: true, data: presentDeleteResult(result) };
  },

  searchLabels: storedSearchHandler(() => labels, presentLabel),
};
