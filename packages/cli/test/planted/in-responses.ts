import { editField, type Mutation, removeField, removeOwnField, removeValue, setField } from './mutation.js';

export const inResponses: readonly Mutation[] = [
  { name: 'a field of a resource', edit: removeField('Chat', 'openUntil'), hurts: ['acme'] },
  {
    name: 'a field of a resource inside others, in responses and events',
    edit: removeField('Contact', 'displayName'),
    hurts: ['acme', 'birch'],
    perhaps: ['elm'],
  },
  { name: 'a field that is also in an event', edit: removeField('Chat', 'status'), hurts: ['acme', 'birch'] },
  {
    name: 'a value that is compared with',
    edit: ({ components }) => removeValue(components.schemas.ChatStatus.enum, 'closed'),
    hurts: ['acme', 'birch'],
    perhaps: ['elm'],
  },
  {
    name: 'a value that only one compares with, in a function',
    edit: ({ components }) => removeValue(components.schemas.ChatStatus.enum, 'snoozed'),
    hurts: ['acme'],
    perhaps: ['elm'],
  },
  {
    name: 'a new value, for everyone who reads the field',
    edit: ({ components }) => components.schemas.ChatStatus.enum.push('archived'),
    hurts: ['acme', 'birch'],
    perhaps: ['elm'],
  },
  {
    name: 'the text of a message, nested in a chat and in an event',
    edit: removeField('Message', 'text'),
    hurts: ['acme', 'birch'],
    perhaps: ['elm'],
  },
  {
    name: 'a field of the elements of a list, taken apart',
    edit: removeField('Handle', 'value'),
    hurts: ['dune'],
    perhaps: ['elm'],
  },
  {
    name: 'a field of the elements of a list, in a callback',
    edit: removeField('ContactLabel', 'name'),
    hurts: ['dune'],
    perhaps: ['elm'],
  },
  {
    name: 'a field whose operation is unknown',
    edit: removeField('Contact', 'fullName'),
    hurts: ['dune'],
    perhaps: ['elm'],
  },
  {
    name: 'another field whose operation is unknown',
    edit: removeField('Chat', 'unreadCount'),
    hurts: ['dune'],
  },
  {
    name: 'the type of a field',
    edit: editField('Contact', 'email', (schema) => {
      schema.type = ['integer', 'null'];
      delete schema.format;
    }),
    hurts: ['dune'],
    perhaps: ['elm'],
  },
  {
    name: 'a field that is read with a key in brackets',
    edit: removeField('Chat', 'assignedTeamId'),
    hurts: ['grove'],
  },
  {
    name: 'a field of a raw result and of a list',
    edit: setField('Contact', 'isSubscribed', { type: ['boolean', 'null'] }),
    hurts: ['grove', 'heath'],
    perhaps: ['elm'],
  },
  {
    name: 'a field in the response of a named search',
    edit: removeOwnField(({ paths }) => paths['/teams/search'].post, 'externalId'),
    hurts: ['kelp'],
  },
  {
    name: 'a field in the response of a named method',
    edit: removeField('SegmentPreview', 'subscribed'),
    hurts: ['lark'],
  },
  { name: 'a field of a streamed event', edit: removeField('Campaign', 'name'), hurts: ['jade', 'lark'] },
  {
    name: 'a field that can be missing now',
    edit: ({ components }) => removeValue(components.schemas.Contact.required, 'phoneNumber'),
    hurts: ['heath'],
    perhaps: ['elm'],
  },
  { name: 'a field that nobody reads', edit: removeField('Chat', 'isSensitive'), hurts: [] },
  { name: 'a field of the page', edit: removeField('Pagination', 'total'), hurts: ['heath'] },
  {
    name: 'a field in the response of one operation, whose resource others read from other operations',
    edit: removeOwnField(({ paths }) => paths['/contacts/{contactId}'].get, 'email'),
    hurts: ['dune'],
    perhaps: ['elm'],
  },
  {
    name: 'a field in the response of one operation, which a consumer reads from an unknown operation',
    edit: removeOwnField(({ paths }) => paths['/contacts/{contactId}'].get, 'fullName'),
    hurts: [],
    perhaps: ['dune', 'elm'],
  },
  {
    name: 'a field in the response of a search, which another reads from another operation',
    edit: removeOwnField(({ paths }) => paths['/chats/search'].post, 'openUntil'),
    hurts: ['acme'],
  },
  {
    name: 'a field in the response of one operation, which its callers read only from a search',
    edit: removeOwnField(({ paths }) => paths['/chats/{chatId}'].get, 'contact'),
    hurts: [],
  },
  { name: 'a field in a branch', edit: removeField('SendMessageStep', 'text'), hurts: ['isle'] },
  {
    name: 'a field in a branch that nobody reads',
    edit: removeField('SendMessageStep', 'attachments'),
    hurts: [],
  },
  {
    name: 'a field that two branches have, in the one that is read',
    edit: removeField('AddLabelStep', 'labelId'),
    hurts: ['isle'],
  },
  {
    name: 'a field that two branches have, in the other',
    edit: removeField('RemoveLabelStep', 'labelId'),
    hurts: [],
  },
  {
    name: 'a branch that is handled',
    edit: ({ components }) => components.schemas.AutomationStep.oneOf.splice(7, 1),
    hurts: ['isle'],
  },
  {
    name: 'a branch that nobody handles',
    edit: ({ components }) => components.schemas.AutomationStep.oneOf.splice(5, 1),
    hurts: [],
  },
  {
    name: 'a field that a type of the project has',
    edit: removeField('Campaign', 'scheduledAt'),
    hurts: ['jade'],
  },
  {
    name: 'a value with an entry in a table',
    edit: ({ components }) => removeValue(components.schemas.CampaignStatus.enum, 'failed'),
    hurts: ['jade'],
  },
  { name: 'a field below a picked one', edit: removeField('CampaignTotals', 'sent'), hurts: ['jade'] },
  { name: 'a field of one of several calls at once', edit: removeField('Label', 'color'), hurts: ['jade'] },
  { name: 'a field of v2', version: 'v2', edit: removeField('Attribute', 'name'), hurts: ['fjord'] },
  {
    name: 'a field of v2 that nobody reads',
    version: 'v2',
    edit: removeField('Attribute', 'type'),
    hurts: [],
  },
];
