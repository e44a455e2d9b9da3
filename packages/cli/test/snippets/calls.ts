import type { Snippet } from './snippet.js';

export const calls: readonly Snippet[] = [
  {
    name: 'a call whose result is ignored',
    code: `await parley.POST('/messages/send', { body: { chatId, text: 'Hi' } });`,
    expected: [
      'operations v3 sendMessage',
      'requestFields v3 sendMessage body',
      'requestFields v3 sendMessage body.chatId',
      'requestFields v3 sendMessage body.text',
    ],
  },
  {
    name: 'a body from a constant with a spread, and one of unknown fields',
    code: `declare const given: api.ContactCreate;
const names = { firstName: 'A' };
const body = { ...names, isSubscribed: true };
await parley.POST('/contacts', { body });
await parley.PUT('/contacts/{contactId}', { params: { path: { contactId: '1' } }, body: given });`,
    expected: [
      'operations v3 createContact',
      'operations v3 updateContact',
      'requestFields v3 createContact body',
      'requestFields v3 createContact body.firstName',
      'requestFields v3 createContact body.isSubscribed',
      'requestFields v3 updateContact body',
      'requestFields v3 updateContact body.*',
      'requestFields v3 updateContact path.contactId',
      'schemas v3 ContactCreate',
    ],
  },
  {
    name: 'a method of the client in a variable',
    code: `const { GET: read } = parley;
export const a = (await read('/workspace')).name;`,
    expected: [
      'operations v3 getWorkspace',
      'responseFields v3 getWorkspace data',
      'responseFields v3 getWorkspace data.name',
    ],
  },
  {
    name: 'a search with a filter, an order and a text',
    code: `import { desc, eq } from '@parley/client';
parley.search('/chats/search', { body: { query: eq('status', 'open'), sortBy: desc('createdAt') } });
parley.search('/labels/search', { body: { query: 'name:eq:VIP' } });`,
    expected: [
      'filterFields v3 searchChats status',
      'filterFields v3 searchLabels *',
      'operations v3 searchChats',
      'operations v3 searchLabels',
      'requestFields v3 searchChats body',
      'requestFields v3 searchChats body.query',
      'requestFields v3 searchChats body.sortBy',
      'requestFields v3 searchLabels body',
      'requestFields v3 searchLabels body.query',
      'sortFields v3 searchChats createdAt',
    ],
  },
  {
    name: 'the envelope of a raw result',
    code: `const { body, error } = await parley.raw.POST('/labels/search');
export const a = [body?.pagination.total, error?.messageKey];`,
    expected: [
      'operations v3 searchLabels',
      'responseFields v3 searchLabels pagination',
      'responseFields v3 searchLabels pagination.total',
    ],
  },
];
