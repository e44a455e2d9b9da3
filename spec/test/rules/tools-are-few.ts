import type { RuleCases } from '../rule-cases.js';

const operation = (name: string, hint: string, scope: string): object => ({
  operationId: `${name}Chat`,
  security: [{ bearerAuth: [scope] }],
  'x-tool': { name, hint },
});

const document = (item: object, more: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1.0.0' },
  paths: { '/chats/{chatId}': item, ...more },
});

const read = operation('get_chat', 'read-only', 'chats:read');
const remove = operation('delete_chat', 'destructive', 'chats:write');

export const toolsAreFew: RuleCases = {
  options: { maximum: 2 },
  passes: {
    'two tools with fitting hints': document({ get: read, delete: remove }),
    'an operation without a tool': document({ get: { operationId: 'getChat' } }),
  },
  fails: {
    'more tools than the maximum': {
      document: document({ get: read, delete: remove, put: operation('set', 'destructive', 'chats:write') }),
      messages: ['The contract has more than 2 tools. Remove `x-tool` from an operation.'],
    },
    'two tools of the same name': {
      document: document({ get: read }, { '/chats': { get: { ...read, operationId: 'listChats' } } }),
      messages: ['The tool `get_chat` exists twice. Rename one of them.'],
    },
    'a write that is called a read': {
      document: document({ put: operation('set', 'read-only', 'chats:write') }),
      messages: [
        'setChat writes, and its tool has the hint `read-only`. Its scopes decide about `read-only`.',
      ],
    },
    'a read that is called a write': {
      document: document({ get: operation('get', 'additive', 'chats:read') }),
      messages: [
        'getChat only reads, and its tool has the hint `additive`. Its scopes decide about `read-only`.',
      ],
    },
    'a deletion that is called additive': {
      document: document({ delete: operation('delete', 'additive', 'chats:write') }),
      messages: ['deleteChat deletes, and its tool has the hint `additive`. Use `destructive`.'],
    },
    'a message to a customer that is called additive': {
      document: document({ post: operation('send', 'additive', 'messages:write') }),
      messages: ['sendChat reaches a customer, and its tool has the hint `additive`. Use `outgoing`.'],
    },
    'an automation that is called additive': {
      document: document({ post: operation('run', 'additive', 'automations:execute') }),
      messages: ['runChat reaches a customer, and its tool has the hint `additive`. Use `outgoing`.'],
    },
  },
};
