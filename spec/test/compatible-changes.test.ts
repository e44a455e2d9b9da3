import { expect, it } from '@jest/globals';
import { compareEdited } from './compare-edited.js';
import { describeGate, findErrorKeys } from './describe-gate.js';

describeGate('passes', 'v3', 'compatible', [
  {
    name: 'an added optional field of a request',
    edit: ({ components }) => {
      components.schemas.SearchRequest.properties.workspace = { type: 'string' };
    },
    expected:
      'property-added POST /audit_log/search > request > body.workspace: Property `workspace` was added.',
  },
  {
    name: 'an added field of a response',
    edit: ({ components }) => {
      components.schemas.Chat.properties.priority = { type: 'integer' };
      components.schemas.Chat.required.push('priority');
    },
    expected: 'property-added GET /chats/{chatId} > 200 > body.data.priority: Property `priority` was added.',
  },
  {
    name: 'an added operation',
    edit: ({ paths }) => {
      paths['/shelves'] = {
        get: { operationId: 'listChats', responses: { '200': { description: 'Chats.' } } },
      };
    },
    expected: 'operation-added GET /shelves: Operation `listChats` was added.',
  },
  {
    name: 'an added error key',
    edit: ({ components }) => findErrorKeys(components.responses.ChatNotFound).enum.push('label_not_found'),
    expected:
      'error-key-added GET /chats/{chatId} > 404 > label_not_found: Error `label_not_found` was added.',
  },
  {
    name: 'another description',
    edit: ({ components }) => {
      components.schemas.Chat.description = 'A talk.';
    },
    expected: 'note-changed document > components > schemas > Chat > description: `description`',
  },
  {
    name: 'added values of a response, in lists that can grow',
    edit: ({ components }) => {
      components.schemas.Message.properties.type['x-extensible-enum'].push('sticker');
      components.schemas.EventType['x-extensible-enum'].push('chat.deleted');
      components.schemas.AutomationStepType['x-extensible-enum'].push('ask');
      components.schemas.MessageOrigin.properties.type['x-extensible-enum'].push('inbox');
    },
    expected:
      'known-values-added GET /chats/{chatId} > 200 > body.data.latestMessage.type > x-extensible-enum: Added values: `sticker`.',
  },
  {
    name: 'an added value of a request',
    edit: ({ components }) => components.schemas.ApiWebhookUpdate.properties.status.enum.push('paused'),
    expected:
      'enum-values-added PUT /api_webhooks/{webhookId} > request > body.status > enum: Added values: `paused`.',
  },
]);

it('finds no change in an unchanged document', () => {
  expect(compareEdited('v3', () => {})).toEqual([]);
});
