import { newId } from '@parley/core';
import type { useStage } from '../../support/use-stage.js';
import type { StoredRecords } from './stored-records.js';

export interface WrongRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly wrongBody: object;
}

export type WrongCase = [
  name: string,
  request: () => WrongRequest,
  expected: Readonly<Record<string, string>>,
];

/** The records that a case refers to; they exist when the case runs. */
export interface RecordScene {
  readonly records: StoredRecords;
  readonly own: ReturnType<typeof useStage>['own'];
}

export const unknownId = newId();
export const elsewhere = 'https://elsewhere.example/files/abc';
const noId = { contactId: 'no id' };

/**
 * Returns, for each operation, a body with an error of the schema together with errors that depend on stored records.
 */
export function listInvalidBodies(scene: RecordScene): readonly WrongCase[] {
  return [
    [
      'createLabel',
      () => ({ wrongBody: { name: 'Taken', color: 'red' } }),
      { name: 'not_unique', color: 'invalid_string' },
    ],
    [
      'updateLabel',
      () => ({ wrongBody: { name: 'Taken', color: 'red' } }),
      { name: 'not_unique', color: 'invalid_string' },
    ],
    [
      'updateLabel',
      () => ({ params: { labelId: scene.records.label.id }, wrongBody: { name: 'Taken', color: 'red' } }),
      { color: 'invalid_string' },
    ],
    [
      'createAttribute',
      () => ({ wrongBody: { externalId: 'taken' } }),
      { name: 'invalid_type', externalId: 'not_unique' },
    ],
    [
      'v2 createAttribute',
      () => ({ wrongBody: { externalId: 'taken' } }),
      { name: 'invalid_type', externalId: 'not_unique' },
    ],
    [
      'createMessageTemplate',
      () => ({ wrongBody: { name: 'taken', channelType: 'sms', language: 'de' } }),
      { body: 'invalid_type', name: 'not_unique' },
    ],
    [
      'createMessageTemplate',
      () => ({ wrongBody: { name: 'taken', channelType: 'pigeon', language: 'de', body: 'Hi' } }),
      { channelType: 'invalid_enum_value' },
    ],
    [
      'updateMessageTemplate',
      () => ({
        params: { messageTemplateId: scene.records.nearly.id },
        wrongBody: { language: 'de', body: 1 },
      }),
      { body: 'invalid_type', name: 'not_unique' },
    ],
    [
      'updateMessageTemplate',
      () => ({
        params: { messageTemplateId: scene.records.template.id },
        wrongBody: { name: 'taken', body: 1 },
      }),
      { body: 'invalid_type' },
    ],
    [
      'previewMessageTemplate',
      () => ({ params: { messageTemplateId: scene.records.open.id }, wrongBody: { surprise: 1 } }),
      { surprise: 'unrecognized_keys', 'variables.code': 'invalid_type' },
    ],
    [
      'previewMessageTemplate',
      () => ({ params: { messageTemplateId: scene.records.open.id }, wrongBody: noId }),
      { contactId: 'invalid_string' },
    ],
    [
      'triggerAutomation',
      () => ({
        params: { automationId: scene.records.withPlaceholder.id },
        wrongBody: { ...noId, media: { fileId: unknownId } },
      }),
      {
        contactId: 'invalid_string',
        'media.fileId': 'not_found',
        media: 'unrecognized_keys',
        'variables.code': 'invalid_type',
      },
    ],
    [
      'triggerAutomation',
      () => ({
        params: { automationId: scene.records.withPlaceholder.id },
        wrongBody: { contactId: scene.records.contactId, variables: 1, media: { url: elsewhere } },
      }),
      { variables: 'invalid_type', 'media.url': 'invalid_string', media: 'unrecognized_keys' },
    ],
    [
      'updateChannel',
      () => ({ params: { channelId: scene.records.whatsapp.id }, wrongBody: { name: 1, settings: {} } }),
      {
        name: 'invalid_type',
        'settings.phoneNumberId': 'invalid_type',
        'secrets.accessToken': 'invalid_type',
        'secrets.appSecret': 'invalid_type',
        'secrets.verifyToken': 'invalid_type',
      },
    ],
    [
      'createChat',
      () => ({
        wrongBody: { contactId: scene.records.contactId, channelId: scene.records.email.id, surprise: 1 },
      }),
      { contactId: 'not_found', surprise: 'unrecognized_keys' },
    ],
    [
      'createCampaign',
      () => ({
        wrongBody: {
          channelId: scene.own.channel.id,
          automationId: scene.records.withPlaceholder.id,
          messageTemplateId: scene.records.pending.id,
          media: { fileId: unknownId },
          recurrenceRules: ['FREQ=DAILY;UNTIL=20200101'],
        },
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
      () => ({
        wrongBody: {
          channelId: scene.own.channel.id,
          automationId: scene.records.withPlaceholder.id,
          variables: 1,
          media: { fileId: scene.own.file.id },
        },
      }),
      { name: 'invalid_type', variables: 'invalid_type' },
    ],
    [
      'v2 createBroadcast',
      () => ({
        wrongBody: {
          workflowId: scene.records.withPlaceholder.id,
          messageTemplateId: scene.records.pending.id,
          contacts: [],
        },
      }),
      { name: 'invalid_type', messageTemplateId: 'unrecognized_keys', variables: 'invalid_type' },
    ],
    [
      'updateCampaign',
      () => ({
        params: { campaignId: scene.records.campaign.id },
        wrongBody: { name: 1, messageTemplateId: scene.records.open.id, media: { url: elsewhere } },
      }),
      { name: 'invalid_type', 'variables.code': 'invalid_type', 'media.url': 'invalid_string' },
    ],
    [
      'updateCampaign',
      () => ({
        params: { campaignId: scene.records.campaign.id },
        wrongBody: { name: 1, messageTemplateId: scene.records.template.id },
      }),
      { name: 'invalid_type', messageTemplateId: 'not_found' },
    ],
    [
      'updateCampaign',
      () => ({
        params: { campaignId: scene.records.campaign.id },
        wrongBody: { automationId: 1, messageTemplateId: scene.records.open.id, channelId: 1 },
      }),
      { automationId: 'invalid_type', channelId: 'invalid_type' },
    ],
    [
      'sendMessage',
      () => ({
        wrongBody: {
          chatId: scene.records.chat.id,
          subject: 'Hi',
          template: { id: scene.records.open.id },
          attachments: [{ url: elsewhere }, { fileId: unknownId }],
          surprise: 1,
        },
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
      () => ({
        wrongBody: {
          contactId: scene.records.contactId,
          channelId: scene.records.email.id,
          template: { id: scene.records.pending.id },
          surprise: 1,
        },
      }),
      { contactId: 'not_found', 'template.id': 'not_found', surprise: 'unrecognized_keys' },
    ],
    [
      'sendMessage',
      () => ({ wrongBody: { chatId: 1, template: { id: scene.records.pending.id } } }),
      { chatId: 'invalid_type', 'template.id': 'not_found' },
    ],
  ];
}
