import type { operations } from '@parley/contract/v3';
import { attributes, createAttribute, deleteById, findAttributeErrors, updateAttribute } from '@parley/core';
import { presentAttribute, presentDeleteResult } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { storedSearchHandler } from './search-handler.js';
import { storedRecordHandler } from './stored-record-handler.js';

type AttributeOperations = Pick<
  operations,
  'createAttribute' | 'getAttribute' | 'updateAttribute' | 'deleteAttribute' | 'searchAttributes'
>;

export const attributeHandlers: Handlers<AttributeOperations> = {
  createAttribute: {
    check: (context, { body }) => findAttributeErrors(context, body),
    async handle(context, { body }) {
      const attribute = await createAttribute(context, body);
      return { success: true, data: presentAttribute(attribute) };
    },
  },

  getAttribute: storedRecordHandler(attributes, {
    idOf: ({ attributeId }) => attributeId,
    present: presentAttribute,
  }),

  updateAttribute: {
    // An update cannot change the external id, and attributes may have the same name, so there is no uniqueness to check.
    check: 'schema only',
    async handle(context, { params, body }) {
      const attribute = await updateAttribute(context, { ...body, attributeId: params.attributeId });
      return { success: true, data: presentAttribute(attribute) };
    },
  },

  async deleteAttribute(context, { params }) {
    const result = await deleteById(context, attributes, params.attributeId);
    return { success: true, data: presentDeleteResult(result) };
  },

  searchAttributes: storedSearchHandler(() => attributes, presentAttribute),
};
