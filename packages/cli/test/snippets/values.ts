import type { Snippet } from './snippet.js';

const status = 'responseFields v3 getChat data.status';

export const values: readonly Snippet[] = [
  {
    name: 'a comparison with a value',
    code: `const { status } = chat;
export const a = status !== 'open';`,
    expected: ['enumValues v3 getChat data.status=open', status],
  },
  {
    name: 'a switch',
    code: `switch (chat.status) { case 'open': case 'closed': break; default: unknownFunction(1); }`,
    expected: ['enumValues v3 getChat data.status=closed', 'enumValues v3 getChat data.status=open', status],
  },
  {
    name: 'a list of values, and a table with an entry for each',
    code: `const words = { open: 1, closed: 2, snoozed: 3 };
export const a = [['open'].includes(chat.status), words[chat.status]];`,
    expected: [
      'enumValues v3 getChat data.status=closed',
      'enumValues v3 getChat data.status=open',
      'enumValues v3 getChat data.status=snoozed',
      status,
    ],
  },
  {
    name: 'a value that is sent',
    code: `declare const isDone: boolean;
await parley.POST('/chats/{chatId}/status', { params: { path: { chatId } }, body: { status: isDone ? 'closed' : 'open' } });`,
    expected: [
      'enumValues v3 changeChatStatus body.status=closed',
      'enumValues v3 changeChatStatus body.status=open',
      'operations v3 changeChatStatus',
      'requestFields v3 changeChatStatus body',
      'requestFields v3 changeChatStatus body.status',
      'requestFields v3 changeChatStatus path.chatId',
    ],
  },
  {
    name: 'the keys of errors, of an operation and of any',
    code: `import { ApiError, isApiError } from '@parley/client';
const result = await parley.raw.GET('/chats/{chatId}', { params: { path: { chatId } } });
if (!result.ok && result.error.messageKey === 'chat_not_found') unknownFunction(1);
declare const error: unknown;
if (isApiError(error, 'forbidden')) unknownFunction(2);
if (error instanceof ApiError && error.messageKey === 'too_many_requests') unknownFunction(3);`,
    expected: [
      'errorKeys v3 * forbidden',
      'errorKeys v3 * too_many_requests',
      'errorKeys v3 getChat chat_not_found',
    ],
  },
  {
    name: 'two fields that are compared with each other',
    code: `const other = await parley.GET('/chats/{chatId}', { params: { path: { chatId } } });
export const a = chat.status === other.status;`,
    expected: ['enumValues v3 getChat data.status=*', status],
  },
  {
    name: 'a set and a map of values',
    code: `const closed = new Set<string>(['closed']);
export const a = closed.has(chat.status);`,
    expected: ['enumValues v3 getChat data.status=*', status],
  },
];
