import { newId } from '@parley/core';
import type { StoredRecords } from './stored-records.js';

export type WrongCase = [
  name: string,
  body: (records: StoredRecords) => object,
  expected: Readonly<Record<string, string>>,
  params?: (records: StoredRecords) => Readonly<Record<string, string>>,
];

export const unknownId = newId();
export const elsewhere = 'https://elsewhere.example/files/abc';
const noId = { contactId: 'no id' };

/** For each operation, a body with an error of the schema together with errors that depend on stored records. */
export const invalidBodies: readonly WrongCase[] = [
  ['createLabel', () => ({ name: 'Taken', color: 'red' }), { name: 'not_unique', color: 'invalid_string' }],
  ['updateLabel', () => ({ name: 'Taken', color: 'red' }), { name: 'not_unique', color: 'invalid_string' }],
  [
    'updateLabel',
    () => ({ name: 'Taken', color: 'red' }),
    { color: 'invalid_string' },
    ({ label }) => ({ labelId: label.id }),
  ],
  ['createAttribute', () => ({ externalId: 'taken' }), { name: 'invalid_type', externalId: 'not_unique' }],
  ['v2 createAttribute', () => ({ externalId: 'taken' }), { name: 'invalid_type', externalId: 'not_unique' }],
  [
    'createMessageTemplate',
    () => ({ name: 'taken', channelType: 'sms', language: 'de' }),
    { body: 'invalid_type', name: 'not_unique' },
  ],
  [
    'createMessageTemplate',
    () => ({ name: 'taken', channelType: 'pigeon', language: 'de', body: 'Hi' }),
    { channelType: 'invalid_enum_value' },
  ],
  [
    'updateMessageTemplate',
    () => ({ language: 'de', body: 1 }),
    { body: 'invalid_type', name: 'not_unique' },
    ({ nearly }) => ({ messageTemplateId: nearly.id }),
  ],
  [
    'updateMessageTemplate',
    () => ({ name: 'taken', body: 1 }),
    { body: 'invalid_type' },
    ({ template }) => ({ messageTemplateId: template.id }),
  ],
  [
    'previewMessageTemplate',
    () => ({ surprise: 1 }),
    { surprise: 'unrecognized_keys', 'variables.code': 'invalid_type' },
    ({ open }) => ({ messageTemplateId: open.id }),
  ],
  [
    'previewMessageTemplate',
    () => noId,
    { contactId: 'invalid_string' },
    ({ open }) => ({ messageTemplateId: open.id }),
  ],
  [
    'triggerAutomation',
    () => ({ ...noId, media: { fileId: unknownId } }),
    {
      contactId: 'invalid_string',
      'media.fileId': 'not_found',
      media: 'unrecognized_keys',
      'variables.code': 'invalid_type',
    },
    ({ withPlaceholder }) => ({ automationId: withPlaceholder.id }),
  ],
  [
    'triggerAutomation',
    ({ contactId }) => ({ contactId, variables: 1, media: { url: elsewhere } }),
    { variables: 'invalid_type', 'media.url': 'invalid_string', media: 'unrecognized_keys' },
    ({ withPlaceholder }) => ({ automationId: withPlaceholder.id }),
  ],
  [
    'updateChannel',
    () => ({ name: 1, settings: {} }),
    {
      name: 'invalid_type',
      'settings.phoneNumberId': 'invalid_type',
      'secrets.accessToken': 'invalid_type',
      'secrets.appSecret': 'invalid_type',
      'secrets.verifyToken': 'invalid_type',
    },
    ({ whatsapp }) => ({ channelId: whatsapp.id }),
  ],
  [
    'createChat',
    ({ contactId, email }) => ({ contactId, channelId: email.id, surprise: 1 }),
    { contactId: 'not_found', surprise: 'unrecognized_keys' },
  ],
  [
    'createCampaign',
    ({ own, pending, withPlaceholder }) => ({
      channelId: own.channel.id,
      automationId: withPlaceholder.id,
      messageTemplateId: pending.id,
      media: { fileId: unknownId },
      recurrenceRules: ['FREQ=DAILY;UNTIL=20200101'],
    }),
    {
      name: 'invalid_type',
      recurrenceRules: 'invalid_string',
      messageTemplateId: 'unrecognized_keys',
      'media.fileId': 'not_found',
      'variables.code': 'invalid_type',
    },
  ],
  [
    'createCampaign',
    ({ own, withPlaceholder }) => ({
      channelId: own.channel.id,
      automationId: withPlaceholder.id,
      variables: 1,
      media: { fileId: own.file.id },
    }),
    { name: 'invalid_type', variables: 'invalid_type' },
  ],
  [
    'v2 createBroadcast',
    ({ pending, withPlaceholder }) => ({
      workflowId: withPlaceholder.id,
      messageTemplateId: pending.id,
      contacts: [],
    }),
    { name: 'invalid_type', messageTemplateId: 'unrecognized_keys', variables: 'invalid_type' },
  ],
  [
    'updateCampaign',
    ({ open }) => ({ name: 1, messageTemplateId: open.id, media: { url: elsewhere } }),
    { name: 'invalid_type', 'variables.code': 'invalid_type', 'media.url': 'invalid_string' },
    ({ campaign }) => ({ campaignId: campaign.id }),
  ],
  [
    'updateCampaign',
    ({ template }) => ({ name: 1, messageTemplateId: template.id }),
    { name: 'invalid_type', messageTemplateId: 'not_found' },
    ({ campaign }) => ({ campaignId: campaign.id }),
  ],
  [
    'updateCampaign',
    ({ open }) => ({ automationId: 1, messageTemplateId: open.id, channelId: 1 }),
    { automationId: 'invalid_type', channelId: 'invalid_type' },
    ({ campaign }) => ({ campaignId: campaign.id }),
  ],
  [
    'sendMessage',
    ({ chat, open }) => ({
      chatId: chat.id,
      subject: 'Hi',
      template: { id: open.id },
      attachments: [{ url: elsewhere }, { fileId: unknownId }],
      surprise: 1,
    }),
    {
      subject: 'unrecognized_keys',
      'template.variables.code': 'invalid_type',
      attachments: 'too_big',
      'attachments.0.url': 'invalid_string',
      'attachments.1.fileId': 'not_found',
      surprise: 'unrecognized_keys',
    },
  ],
  [
    'sendMessage',
    ({ contactId, email, pending }) => ({
      contactId,
      channelId: email.id,
      template: { id: pending.id },
      surprise: 1,
    }),
    { contactId: 'not_found', 'template.id': 'not_found', surprise: 'unrecognized_keys' },
  ],
  [
    'sendMessage',
    ({ pending }) => ({ chatId: 1, template: { id: pending.id } }),
    { chatId: 'invalid_type', 'template.id': 'not_found' },
  ],
];
