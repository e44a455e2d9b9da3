import type { operations } from '@parley/contract/v3';
import { createUser, deleteUser, findUserErrors, updateUser, users } from '@parley/core';
import { presentDeleteResult, presentUser } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { storedSearchHandler } from './search-handler.js';
import { storedRecordHandler } from './stored-record-handler.js';

type UserOperations = Pick<
  operations,
  'createUser' | 'getUser' | 'updateUser' | 'deleteUser' | 'searchUsers'
>;

export const userHandlers: Handlers<UserOperations> = {
  createUser: {
    check: (context, { body }) => findUserErrors(context, body),
    async handle(context, { body }) {
      const user = await createUser(context, body);
      return { success: true, data: presentUser(user) };
    },
  },

  getUser: storedRecordHandler(users, { idOf: ({ userId }) => userId, present: presentUser }),

  updateUser: {
    check: (context, { params, body }) => findUserErrors(context, body, params.userId),
    async handle(context, { params, body }) {
      const user = await updateUser(context, { ...body, userId: params.userId });
      return { success: true, data: presentUser(user) };
    },
  },

  async deleteUser(context, { params }) {
    const result = await deleteUser(context, params.userId);
    return { success: true, data: presentDeleteResult(result) };
  },

  searchUsers: storedSearchHandler(() => users, presentUser),
};
