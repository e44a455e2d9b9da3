import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

const secured = (...scopes: string[]): object => ({ security: [{ bearerAuth: scopes }] });

export const writingPostIsIdempotent: RuleCases = {
  passes: {
    'a POST that writes and is marked': smallDocument({
      operation: { ...secured('chats:write'), 'x-idempotent': true },
    }),
    'a POST that reads': smallDocument({ operation: secured('chats:read', 'contacts:read') }),
    'a DELETE, which can be repeated anyway': {
      ...smallDocument({}),
      paths: { '/chats/{chatId}': { delete: { operationId: 'deleteChat', ...secured('chats:write') } } },
    },
  },
  fails: {
    'a POST that writes': {
      document: smallDocument({ operation: secured('chats:write') }),
      messages: ['getChat is a POST that writes (scope `chats:write`). Add `x-idempotent: true`.'],
    },
    'a POST that reads one thing and executes another': {
      document: smallDocument({ operation: secured('chats:read', 'automations:execute') }),
      messages: ['getChat is a POST that writes (scope `automations:execute`). Add `x-idempotent: true`.'],
    },
  },
};
