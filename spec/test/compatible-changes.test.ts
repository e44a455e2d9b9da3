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
    name: 'a tool that is added',
    edit: ({ paths }) => {
      paths['/chats/{chatId}'].delete['x-tool'] = { name: 'delete_chat', hint: 'destructive' };
    },
    expected: 'tool-added DELETE /chats/{chatId} > tool: Tool `delete_chat` was added.',
  },
  {
    name: 'added values of a response, in lists that can grow',
    edit: ({ components }) => {
      components.schemas.Message.properties.type['x-extensible-enum'].push('sticker');
      components.schemas.MessageStatus['x-extensible-enum'].push('scheduled');
      components.schemas.AutomationTriggerType['x-extensible-enum'].push('contact_created');
      components.schemas.MessageOrigin.properties.type['x-extensible-enum'].push('inbox');
    },
    expected:
      'known-values-added GET /chats/{chatId} > 200 > body.data.latestMessage.type > x-extensible-enum: Added values: `sticker`.',
  },
  {
    name: 'an added step: its type, and its choice in requests and responses',
    edit: ({ components: { schemas } }) => {
      const type = { type: 'string', const: 'rate' };
      const properties = { type, text: { type: 'string' } };
      schemas.RateStep = {
        type: 'object',
        additionalProperties: false,
        required: ['type', 'text'],
        properties,
      };
      schemas.AutomationStepType['x-extensible-enum'].push('rate');
      for (const union of [schemas.AutomationStep, schemas.AutomationStepInput])
        union.oneOf.push({ $ref: '#/components/schemas/RateStep' });
    },
    expected:
      'choice-added POST /automations > 200 > body.data.activeVersion.steps[](rate): `rate` is a new choice.',
  },
  {
    name: 'an added event: its type, its webhook and its choice in the feed',
    edit: ({ components: { schemas }, webhooks }) => {
      schemas.ChatArchivedEvent = structuredClone(schemas.ChatUpdatedEvent);
      schemas.ChatArchivedEvent.properties.event.const = 'chat.archived';
      schemas.EventType['x-extensible-enum'].push('chat.archived');
      schemas.EventTypeInput.enum.push('chat.archived');
      schemas.Event.oneOf.push({ $ref: '#/components/schemas/ChatArchivedEvent' });
      const { post } = structuredClone(webhooks['chat.updated']);
      post.operationId = 'chatArchived';
      post.requestBody.content['application/json'].schema.$ref = '#/components/schemas/ChatArchivedEvent';
      webhooks['chat.archived'] = { post };
    },
    expected:
      'choice-added POST /events/search > 200 > body.data[](chat.archived): `chat.archived` is a new choice.',
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
