import type { Snippet } from './snippet.js';

export const reads: readonly Snippet[] = [
  {
    name: 'a property',
    code: 'export const a = chat.openUntil;',
    expected: ['responseFields v3 getChat data.openUntil'],
  },
  {
    name: 'a property of a property, with optional chaining',
    code: 'export const a = chat.latestMessage?.text;',
    expected: [
      'responseFields v3 getChat data.latestMessage',
      'responseFields v3 getChat data.latestMessage.text',
    ],
  },
  {
    name: 'a pattern with a default and another name',
    code: `const { assignedUserId: user = 'nobody', contact: { email } } = chat;
export { user, email };`,
    expected: [
      'responseFields v3 getChat data.assignedUserId',
      'responseFields v3 getChat data.contact',
      'responseFields v3 getChat data.contact.email',
    ],
  },
  {
    name: 'an assignment to a pattern',
    code: `let isUnread = false;
({ isUnread } = chat);
export { isUnread };`,
    expected: ['responseFields v3 getChat data.isUnread'],
  },
  {
    name: 'an assignment to a pattern in a pattern, with a default',
    code: `let email: string | null = null, lastName: string | null = null;
({ contact: { email = '' } } = chat);
({ contact: { lastName } = { lastName: '' } } = chat);
export { email, lastName };`,
    expected: [
      'responseFields v3 getChat data.contact',
      'responseFields v3 getChat data.contact.email',
      'responseFields v3 getChat data.contact.lastName',
    ],
  },
  {
    name: 'a literal in brackets, and a key with two possible values',
    code: `declare const key: 'isUnread' | 'isSensitive';
export const a = [chat['handleId'], chat[key]];`,
    expected: [
      'responseFields v3 getChat data.handleId',
      'responseFields v3 getChat data.isSensitive',
      'responseFields v3 getChat data.isUnread',
    ],
  },
  {
    name: 'the operator in',
    code: `export const a = 'snoozedUntil' in chat;`,
    expected: ['responseFields v3 getChat data.snoozedUntil'],
  },
  {
    name: 'a function of the project',
    code: `const read = async () => parley.GET('/labels/{labelId}', { params: { path: { labelId: '1' } } });
const paint = (label: Awaited<ReturnType<typeof read>>) => label.color;
export const a = paint(await read());`,
    expected: [
      'operations v3 getLabel',
      'requestFields v3 getLabel path.labelId',
      'responseFields v3 getLabel data',
      'responseFields v3 getLabel data.color',
    ],
  },
  {
    name: 'then and its callback',
    code: `export const a = parley.GET('/workspace').then((workspace) => workspace.limits).then(({ requestsPerMinute }) => requestsPerMinute);`,
    expected: [
      'operations v3 getWorkspace',
      'responseFields v3 getWorkspace data',
      'responseFields v3 getWorkspace data.limits',
      'responseFields v3 getWorkspace data.limits.requestsPerMinute',
    ],
  },
  {
    name: 'a type of the contract as a parameter, whose operation is unknown',
    code: 'export function show(one: api.Chat) { return one.unreadCount; }',
    expected: ['schemaFields v3 Chat.unreadCount', 'schemas v3 Chat'],
  },
  {
    name: 'a parameter that one caller passes from a response and another from an unknown place',
    code: `function show(one: api.Chat) { return one.unreadCount; }
declare const holder: { chat: api.Chat };
export const a = [show(chat), show(holder.chat)];`,
    expected: [
      'responseFields v3 getChat data.unreadCount',
      'schemaFields v3 Chat.unreadCount',
      'schemas v3 Chat',
    ],
  },
  {
    name: 'types that name fields',
    code: `export type A = api.Chat['openUntil'] | Pick<api.Contact, 'email'>;`,
    expected: [
      'schemaFields v3 Chat.openUntil',
      'schemaFields v3 Contact.email',
      'schemas v3 Chat',
      'schemas v3 Contact',
    ],
  },
  {
    name: 'types that an interface extends or that are imported in place',
    code: `export interface Own extends api.Label { readonly own: string }
export interface Part extends Pick<api.Contact, 'email'> { readonly own: string }
export type Other = import('@parley/client').Workspace;`,
    expected: [
      'schemaFields v3 Contact.email',
      'schemas v3 Contact',
      'schemas v3 Label',
      'schemas v3 Workspace',
    ],
  },
  {
    name: 'a type of the project that has some of the fields',
    code: `const row: { id: string; isUnread: boolean } = chat;
export { row };`,
    expected: ['responseFields v3 getChat data.id', 'responseFields v3 getChat data.isUnread'],
  },
];
