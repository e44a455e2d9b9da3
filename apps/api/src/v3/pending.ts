import type { V3Handlers } from './handlers.js';

/** The operations that the contract has and the service not yet; each goes from here when its handler comes. */
const pending = [
  // Chats
  'createChat',
  'searchChats',
  'assignChat',
  'markChatRead',
  'markChatUnread',
  // Messages
  'searchChatMessages',
  'sendMessage',
  'getMessage',
] as const satisfies readonly (keyof V3Handlers)[];

// A handler that always fails fits every operation.
export const pendingHandlers = Object.fromEntries(
  pending.map((operationId) => [
    operationId,
    () => Promise.reject(new Error(`${operationId} is not there yet`)),
  ]),
) as unknown as Pick<V3Handlers, (typeof pending)[number]>;
