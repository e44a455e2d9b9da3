import { editField, type Mutation, removeField, removeValue, setField } from './mutation.js';

export const inRequests: readonly Mutation[] = [
  { name: 'a field that is sent', edit: removeField('MessageSend', 'text'), hurts: ['cedar'] },
  { name: 'a field that nobody sends', edit: removeField('MessageSend', 'subject'), hurts: [] },
  {
    name: 'a limit',
    edit: setField('MessageSend', 'text', { maxLength: 100 }),
    hurts: ['cedar'],
  },
  {
    name: 'a required field that is not sent',
    edit: ({ components }) => Object.assign(components.schemas.MessageSend, { required: ['channelId'] }),
    hurts: ['cedar'],
  },
  {
    name: 'a required field that is always sent',
    edit: ({ components }) => Object.assign(components.schemas.MessageSend, { required: ['chatId'] }),
    hurts: [],
  },
  {
    name: 'a default of a field that is always sent',
    edit: setField('MessageSend', 'text', { default: 'Hello' }),
    hurts: [],
  },
  {
    name: 'a default of a field that is not sent',
    edit: setField('MessageSend', 'subject', { default: 'Hello' }),
    hurts: ['cedar'],
  },
  {
    name: 'another default of a nested field that one search sends',
    edit: setField('PaginationRequest', 'limit', { default: 20 }),
    hurts: [],
  },
  {
    name: 'no default of a nested field that is not sent',
    edit: editField('PaginationRequest', 'page', (schema) => {
      delete schema.default;
    }),
    hurts: ['heath'],
  },
  {
    name: 'a value that is sent',
    edit: editField('ChatStatusChange', 'status', ({ enum: values }) => removeValue(values, 'closed')),
    hurts: ['cedar'],
  },
  {
    name: 'a value that nobody sends',
    edit: editField('ChatStatusChange', 'status', ({ enum: values }) => removeValue(values, 'snoozed')),
    hurts: [],
  },
  {
    name: 'a field that a named method sends',
    edit: removeField('UserUpdate', 'isAvailable'),
    hurts: ['kelp'],
  },
  {
    name: 'a required field that a named method does not send',
    edit: ({ components }) => components.schemas.TeamCreate.required.push('users'),
    hurts: ['kelp'],
  },
  {
    name: 'a field in a body from a constant',
    edit: removeField('ContactUpdate', 'lastName'),
    hurts: ['dune'],
  },
  {
    name: 'null in a field that is sent',
    edit: setField('ContactUpdate', 'lastName', { type: 'string' }),
    hurts: ['dune'],
  },
  {
    name: 'a limit of a nested field',
    edit: setField('PaginationRequest', 'limit', { maximum: 20 }),
    hurts: ['heath'],
  },
  {
    name: 'a required field in a branch that is sent without it',
    edit: ({ components }) => components.schemas.SendMessageStepInput.required.push('attachments'),
    hurts: ['isle'],
  },
  {
    name: 'a required field in a branch that nobody sends',
    edit: ({ components }) => {
      const step = components.schemas.CallWebhookStep;
      step.properties.note = { type: 'string' };
      step.required.push('note');
    },
    hurts: [],
  },
  {
    name: 'a limit in a branch that is sent',
    edit: setField('WaitStep', 'seconds', { maximum: 10 }),
    hurts: ['isle'],
  },
  {
    name: 'a field of a step inside a step',
    edit: removeField('SendTemplateStepInput', 'messageTemplateId'),
    hurts: ['isle'],
  },
  {
    name: 'a required field of a step inside a step, which is sent without it',
    edit: ({ components }) => components.schemas.SendTemplateStepInput.required.push('variables'),
    hurts: ['isle'],
  },
  {
    name: 'a filter field',
    edit: ({ paths }) => delete paths['/chats/search'].post['x-filter-fields'].status,
    hurts: ['heath'],
  },
  {
    name: 'a filter field of a search that is filtered with a text',
    edit: ({ paths }) => delete paths['/contacts/search'].post['x-filter-fields'].email,
    hurts: [],
    perhaps: ['heath'],
  },
  {
    name: 'a filter field of a named search',
    edit: ({ paths }) => delete paths['/teams/search'].post['x-filter-fields'].name,
    hurts: ['kelp'],
  },
  {
    name: 'the order of a named search by a field',
    edit: ({ paths }) => {
      paths['/teams/search'].post['x-filter-only'] = ['createdAt'];
    },
    hurts: ['kelp'],
  },
  {
    name: 'a filter field that nobody uses',
    edit: ({ paths }) => delete paths['/chats/search'].post['x-filter-fields'].isUnread,
    hurts: [],
  },
  {
    name: 'the order by a field',
    edit: ({ paths }) => {
      paths['/chats/search'].post['x-filter-only'] = ['createdAt'];
    },
    hurts: ['heath'],
  },
];
