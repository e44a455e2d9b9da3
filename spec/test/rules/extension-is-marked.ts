import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

const chat = { operationId: 'getChat' };
const label = { operationId: 'getLabel' };

export const extensionIsMarked: RuleCases = {
  options: { specified: ['GET /chats/{chatId}'] },
  passes: {
    'an operation of the specification, and a marked one beyond it': {
      ...smallDocument({}),
      paths: { '/chats/{chatId}': { get: chat }, '/labels': { get: { ...label, 'x-extension': true } } },
    },
    'a webhook': {
      ...smallDocument({}),
      paths: {},
      webhooks: { chatUpdated: { post: { operationId: 'chatUpdated' } } },
    },
  },
  fails: {
    'another path, and another method of the same path': {
      document: {
        ...smallDocument({}),
        paths: { '/labels': { get: label }, '/chats/{chatId}': { put: { operationId: 'updateChat' } } },
      },
      messages: [
        'getLabel (GET /labels) is not in the published specification. Add `x-extension: true`.',
        'updateChat (PUT /chats/{chatId}) is not in the published specification. Add `x-extension: true`.',
      ],
    },
    'a mark on an operation of the specification': {
      document: {
        ...smallDocument({}),
        paths: { '/chats/{chatId}': { get: { ...chat, 'x-extension': true } } },
      },
      messages: ['getChat (GET /chats/{chatId}) is in the published specification. Remove `x-extension`.'],
    },
  },
};
