import type { EditableDocument } from '../../../../spec/test/compare-edited.js';
import { findErrorKeys } from '../../../../spec/test/describe-gate.js';
import { type Mutation, removeField } from './mutation.js';

export const inOperations: readonly Mutation[] = [
  {
    name: 'an operation',
    edit: ({ paths }) => delete paths['/chats/{chatId}'].get,
    hurts: ['acme', 'grove'],
  },
  {
    name: 'an operation that only sends',
    edit: ({ paths }) => delete paths['/messages/send'],
    hurts: ['cedar'],
  },
  {
    name: 'an operation that nobody calls',
    edit: ({ paths }) => delete paths['/labels/{labelId}'].delete,
    hurts: [],
  },
  {
    name: 'an operation that is called by its name',
    edit: ({ paths }) => delete paths['/teams'].post,
    hurts: ['kelp'],
  },
  {
    name: 'an operation whose named method is in a variable',
    edit: ({ paths }) => delete paths['/segments/preview'],
    hurts: ['lark'],
  },
  {
    name: 'the stream',
    edit: ({ paths }) => delete paths['/events/stream'],
    hurts: ['lark'],
  },
  {
    name: 'the id of a named method',
    edit: ({ paths }) => {
      paths['/users/{id}'] = { put: paths['/users/{userId}'].put };
      delete paths['/users/{userId}'].put;
    },
    hurts: ['kelp'],
  },
  {
    name: 'the template of a path',
    edit: ({ paths }) => {
      const { get, ...others } = paths['/contacts/{contactId}'];
      paths['/contacts/{contactId}'] = others;
      paths['/contacts/{id}'] = { get, parameters: others.parameters };
    },
    hurts: ['dune', 'elm', 'grove'],
  },
  {
    name: 'the limit of a body',
    edit: ({ paths }) => {
      paths['/messages/send'].post['x-body-limit'] = 10;
    },
    hurts: ['cedar'],
  },
  {
    name: 'a feature that the plan needs',
    edit: ({ paths }) => {
      paths['/labels/{labelId}'].get['x-plan-feature'] = 'campaigns';
    },
    hurts: ['jade'],
  },
  {
    name: 'an error key of a result',
    edit: (document) => renameKey(document, 'ChatNotFound'),
    hurts: ['grove'],
  },
  {
    name: 'an error key in a catch',
    edit: (document) => renameKey(document, 'ReplyWindowClosed'),
    hurts: ['cedar'],
  },
  {
    name: 'an error key of a project that calls only by name',
    edit: (document) => renameKey(document, 'TeamsLimitReached'),
    hurts: ['kelp'],
  },
  {
    name: 'an error key that nobody handles',
    edit: (document) => renameKey(document, 'LabelNotFound'),
    hurts: [],
  },
  {
    name: 'the name of a type',
    edit: (document) => {
      const text = JSON.stringify(document.components).replaceAll(
        '#/components/schemas/Label"',
        '#/components/schemas/Tag"',
      );
      document.components = JSON.parse(text);
      document.paths = JSON.parse(
        JSON.stringify(document.paths).replaceAll('#/components/schemas/Label"', '#/components/schemas/Tag"'),
      );
      document.components.schemas.Tag = document.components.schemas.Label;
      delete document.components.schemas.Label;
    },
    hurts: ['jade'],
  },
  {
    name: 'an event in a switch',
    edit: ({ webhooks }) => delete webhooks['message.received'],
    hurts: ['birch'],
  },
  {
    name: 'an event in a table',
    edit: ({ webhooks }) => delete webhooks['contact.updated'],
    hurts: ['jade'],
  },
  {
    name: 'an event that a stream names',
    edit: ({ webhooks }) => delete webhooks['contact.deleted'],
    hurts: ['lark'],
  },
  {
    name: 'an event that nobody handles',
    edit: ({ webhooks }) => delete webhooks['message.updated'],
    hurts: [],
  },
  { name: 'a field of every event, in one', edit: removeField('ChatUpdatedEvent', 'id'), hurts: ['birch'] },
  {
    name: 'an operation of v2 that nobody calls',
    version: 'v2',
    edit: ({ paths }) => delete paths['/{channelId}/broadcasts'],
    hurts: [],
  },
  {
    name: 'an event of v2',
    version: 'v2',
    edit: ({ webhooks }) => delete webhooks.SMS_MESSAGE_RECEIVED,
    hurts: ['fjord'],
  },
  {
    name: 'the end of v2',
    version: 'v2',
    edit: ({ info }) => {
      info['x-sunset-at'] = '2026-10-01T00:00:00Z';
    },
    hurts: ['fjord'],
  },
];

function renameKey({ components }: EditableDocument, response: string): void {
  const keys = findErrorKeys(components.responses[response]);
  if (keys.enum) keys.enum[0] = 'renamed';
  else keys.const = 'renamed';
}
