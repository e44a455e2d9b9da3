import { elsewhere, unknownId, type WrongCase } from './stored-record-cases.js';

/** Bodies that the schema accepts but that conflict with stored records. */
export const validBodies: readonly WrongCase[] = [
  [
    'sendMessage',
    ({ chat, open }) => ({
      chatId: chat.id,
      subject: 'Hi',
      attachments: [{ url: elsewhere }, { fileId: unknownId }],
      template: { id: open.id },
    }),
    {
      subject: 'unrecognized_keys',
      attachments: 'too_big',
      'attachments.0.url': 'invalid_string',
      'attachments.1.fileId': 'not_found',
      'template.variables.code': 'invalid_type',
    },
  ],
  [
    'sendMessage',
    ({ contactId, email }) => ({
      contactId,
      channelId: email.id,
      text: 'Hi',
      attachments: [{ fileId: unknownId }],
    }),
    { contactId: 'not_found', 'attachments.0.fileId': 'not_found' },
  ],
  [
    'sendMessage',
    ({ chat, contactId, pending }) => ({
      chatId: chat.id,
      contactId,
      text: 'Hi',
      template: { id: pending.id },
      subject: 'Hi',
    }),
    {
      contactId: 'unrecognized_keys',
      text: 'unrecognized_keys',
      'template.id': 'not_found',
      subject: 'unrecognized_keys',
    },
  ],
  [
    'createMessageTemplate',
    () => ({ name: 'taken', channelType: 'sms', language: 'de', body: '{{ }}', mediaUrl: elsewhere }),
    { name: 'not_unique', body: 'invalid_string', mediaUrl: 'invalid_string' },
  ],
  [
    'createCampaign',
    ({ own, template, templated }) => ({
      name: 'Autumn',
      channelId: own.channel.id,
      automationId: templated.id,
      messageTemplateId: template.id,
      recurrenceRules: ['FREQ=NEVER'],
    }),
    { 'recurrenceRules.0': 'invalid_string', messageTemplateId: 'not_found' },
  ],
];
