import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

const read = { post: { operationId: 'searchChats' } };
const write = { post: { operationId: 'createSearch', 'x-idempotent': true } };

export const readingPostPathEndsApart: RuleCases = {
  passes: {
    'reads and writes with different last segments': {
      ...smallDocument({}),
      paths: { '/chats/search': read, '/labels/search': read, '/searches': write },
    },
    'another method at such a path': {
      ...smallDocument({}),
      paths: { '/chats/search': read, '/labels/search': { put: { operationId: 'saveSearch' } } },
    },
  },
  fails: {
    'a write whose path ends like that of a read': {
      document: { ...smallDocument({}), paths: { '/labels/search': write, '/chats/search': read } },
      messages: [
        'createSearch writes, and its path ends in `/search` like that of searchChats, which reads. Give it another last segment.',
      ],
    },
  },
};
