import type { operations } from '@parley/contract/v2';
import { attributes, createAttribute, deleteById, findAttributeErrors, listAll } from '@parley/core';
import { presentAttribute, presentDeleteResult } from '@parley/presenters/v2';
import type { Handlers } from '../http/routing/handler.js';

type AttributeOperations = Pick<operations, 'listAttributes' | 'createAttribute' | 'deleteAttribute'>;

export const attributeHandlers: Handlers<AttributeOperations> = {
  async listAttributes(context) {
    const records = await listAll(context, attributes);
    return { success: true, data: records.map(presentAttribute) };
  },

  createAttribute: {
    check: (context, { body }) => findAttributeErrors(context, body),
    async handle(context, { body }) {
      // A v2 body may contain unknown keys, such as a type; v2 creates text attributes only.
      const attribute = await createAttribute(context, { ...body, type: 'text' });
      return { success: true, data: presentAttribute(attribute) };
    },
  },

  async deleteAttribute(context, { params }) {
    const result = await deleteById(context, attributes, params.attributeId);
    return { success: true, data: presentDeleteResult(result) };
  },
};
