import { elsewhere, type RecordScene, unknownId, type WrongCase } from './stored-record-cases.js';

/** Bodies that the schema accepts but that conflict with stored records. */
export function listValidBodies(scene: RecordScene): readonly WrongCase[] {
  return [
    [
      'sendMessage',
      () => ({
        wrongBody: {
          chatId: scene.records.chat.id,
          subject: 'Hi',
          attachments: [{ url: elsewhere }, { fileId: unknownId }],
          template: { id: scene.records.open.id },
        },
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
      () => ({
        wrongBody: {
          contactId: scene.records.contactId,
          channelId: scene.records.email.id,
          text: 'Hi',
          attachments: [{ fileId: unknownId }],
        },
      }),
      { contactId: 'not_found', 'attachments.0.fileId': 'not_found' },
    ],
    [
      'sendMessage',
      () => ({
        wrongBody: {
          chatId: scene.records.chat.id,
          contactId: scene.records.contactId,
          text: 'Hi',
          template: { id: scene.records.pending.id },
          subject: 'Hi',
        },
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
      () => ({
        wrongBody: { name: 'taken', channelType: 'sms', language: 'de', body: '{{ }}', mediaUrl: elsewhere },
      }),
      { name: 'not_unique', body: 'invalid_string', mediaUrl: 'invalid_string' },
    ],
    [
      'createCampaign',
      () => ({
        wrongBody: {
          name: 'Autumn',
          channelId: scene.own.channel.id,
          automationId: scene.records.templated.id,
          messageTemplateId: scene.records.template.id,
          recurrenceRules: ['FREQ=NEVER'],
        },
      }),
      { 'recurrenceRules.0': 'invalid_string', messageTemplateId: 'not_found' },
    ],
  ];
}
