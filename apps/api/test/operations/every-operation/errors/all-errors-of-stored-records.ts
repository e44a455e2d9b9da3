import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import {
  type ApiVersion,
  createAttribute,
  createAutomation,
  createCampaign,
  createChannel,
  createChat,
  createLabel,
  createMessageTemplate,
  validRequest,
} from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { locksOrWrites, recordStatements } from '../../support/record-statements.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

export function describeAllErrorsOfStoredRecords(): void {
  const stage = useStage();
  let records: Awaited<ReturnType<typeof createRecords>>;

  beforeAll(async () => {
    records = await createRecords();
  });

  /** What the wrong bodies refer to: each makes an error that only the stored records show. */
  async function createRecords() {
    const { database, tenantId, own } = stage;
    const label = await createLabel(database, tenantId, { name: 'Taken' });
    const attribute = await createAttribute(database, tenantId, { externalId: 'taken' });
    const named = { name: 'taken', channelType: 'sms', language: 'de' } as const;
    const template = await createMessageTemplate(database, tenantId, named);
    const nearly = await createMessageTemplate(database, tenantId, { ...named, language: 'en' });
    const open = await createMessageTemplate(database, tenantId, { body: '{{code}}' });
    const pending = await createMessageTemplate(database, tenantId, { status: 'pending' });
    const steps = [{ type: 'send_template', messageTemplateId: own.messageTemplate.id }];
    const templated = await createAutomation(database, tenantId, { steps });
    const withPlaceholder = await createAutomation(database, tenantId, {
      steps: [{ type: 'send_message', text: '{{code}}' }],
    });
    const campaign = await createCampaign(database, tenantId, {
      status: 'draft',
      automationId: templated.id,
      channelId: own.channel.id,
    });
    const email = await createChannel(database, tenantId, { type: 'email' });
    const whatsapp = await createChannel(database, tenantId, { provider: 'whatsapp' });
    const contactId = own.contact.id;
    const chat = await createChat(database, tenantId, {
      channelId: whatsapp.id,
      contactId,
      handleId: own.contact.handle.id,
    });
    return {
      ...{ label, attribute, template, nearly, open, pending, templated, withPlaceholder, campaign },
      ...{ email, whatsapp, chat, contactId },
    };
  }

  const unknownId = newId();
  const elsewhere = 'https://elsewhere.example/files/abc';
  const noId = { contactId: 'no id' };

  interface WrongRequest {
    readonly params?: Readonly<Record<string, string>>;
    readonly wrongBody: object;
  }

  type WrongCase = [name: string, request: () => WrongRequest, expected: Readonly<Record<string, string>>];

  /** By operation: an error of the schema beside others that depend on what is stored. */
  const cases: readonly WrongCase[] = [
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
      () => ({ params: { labelId: records.label.id }, wrongBody: { name: 'Taken', color: 'red' } }),
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
        params: { messageTemplateId: records.nearly.id },
        wrongBody: { language: 'de', body: 1 },
      }),
      { body: 'invalid_type', name: 'not_unique' },
    ],
    [
      'updateMessageTemplate',
      () => ({
        params: { messageTemplateId: records.template.id },
        wrongBody: { name: 'taken', body: 1 },
      }),
      { body: 'invalid_type' },
    ],
    [
      'previewMessageTemplate',
      () => ({ params: { messageTemplateId: records.open.id }, wrongBody: { surprise: 1 } }),
      { surprise: 'unrecognized_keys', 'variables.code': 'invalid_type' },
    ],
    [
      'previewMessageTemplate',
      () => ({ params: { messageTemplateId: records.open.id }, wrongBody: noId }),
      { contactId: 'invalid_string' },
    ],
    [
      'triggerAutomation',
      () => ({
        params: { automationId: records.withPlaceholder.id },
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
        params: { automationId: records.withPlaceholder.id },
        wrongBody: { contactId: records.contactId, variables: 1, media: { url: elsewhere } },
      }),
      { variables: 'invalid_type', 'media.url': 'invalid_string', media: 'unrecognized_keys' },
    ],
    [
      'updateChannel',
      () => ({ params: { channelId: records.whatsapp.id }, wrongBody: { name: 1, settings: {} } }),
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
      () => ({ wrongBody: { contactId: records.contactId, channelId: records.email.id, surprise: 1 } }),
      { contactId: 'not_found', surprise: 'unrecognized_keys' },
    ],
    [
      'createCampaign',
      () => ({
        wrongBody: {
          channelId: stage.own.channel.id,
          automationId: records.withPlaceholder.id,
          messageTemplateId: records.pending.id,
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
          channelId: stage.own.channel.id,
          automationId: records.withPlaceholder.id,
          variables: 1,
          media: { fileId: stage.own.file.id },
        },
      }),
      { name: 'invalid_type', variables: 'invalid_type' },
    ],
    [
      'v2 createBroadcast',
      () => ({
        wrongBody: {
          workflowId: records.withPlaceholder.id,
          messageTemplateId: records.pending.id,
          contacts: [],
        },
      }),
      { name: 'invalid_type', messageTemplateId: 'unrecognized_keys', variables: 'invalid_type' },
    ],
    [
      'updateCampaign',
      () => ({
        params: { campaignId: records.campaign.id },
        wrongBody: { name: 1, messageTemplateId: records.open.id, media: { url: elsewhere } },
      }),
      { name: 'invalid_type', 'variables.code': 'invalid_type', 'media.url': 'invalid_string' },
    ],
    [
      'updateCampaign',
      () => ({
        params: { campaignId: records.campaign.id },
        wrongBody: { name: 1, messageTemplateId: records.template.id },
      }),
      { name: 'invalid_type', messageTemplateId: 'not_found' },
    ],
    [
      'updateCampaign',
      () => ({
        params: { campaignId: records.campaign.id },
        wrongBody: { automationId: 1, messageTemplateId: records.open.id, channelId: 1 },
      }),
      { automationId: 'invalid_type', channelId: 'invalid_type' },
    ],
    [
      'sendMessage',
      () => ({
        wrongBody: {
          chatId: records.chat.id,
          subject: 'Hi',
          template: { id: records.open.id },
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
          contactId: records.contactId,
          channelId: records.email.id,
          template: { id: records.pending.id },
          surprise: 1,
        },
      }),
      { contactId: 'not_found', 'template.id': 'not_found', surprise: 'unrecognized_keys' },
    ],
    [
      'sendMessage',
      () => ({ wrongBody: { chatId: 1, template: { id: records.pending.id } } }),
      { chatId: 'invalid_type', 'template.id': 'not_found' },
    ],
  ];

  function find(name: string): { version: ApiVersion; operationId: string } {
    return name.startsWith('v2 ')
      ? { version: 'v2', operationId: name.slice(3) }
      : { version: 'v3', operationId: name };
  }

  async function call(name: string, { params, wrongBody }: WrongRequest) {
    const operation = find(name);
    const valid = validRequest(stage.own, operation.version, operation.operationId);
    return stage.call(operation, { params: { ...valid.params, ...params }, wrongBody });
  }

  describe('400 names what stored records rule out together with what the schema does; nothing is locked or written', () => {
    it.each(cases.map(([name, request, expected], index) => ({ index, name, request, expected })))(
      '$index $name $expected',
      async ({ name, request, expected }) => {
        const before = await snapshotTenant(stage.database, stage.tenantId);
        const { result, statements } = await recordStatements(() => call(name, request()));
        expect(errorKeys(result)).toEqual(expected);
        expect(statements.filter((text) => locksOrWrites.test(text))).toEqual([]);
        expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
      },
    );
  });

  /** Bodies with which nothing is wrong but what is stored. */
  const validBodies: readonly WrongCase[] = [
    [
      'sendMessage',
      () => ({
        wrongBody: {
          chatId: records.chat.id,
          subject: 'Hi',
          attachments: [{ url: elsewhere }, { fileId: unknownId }],
          template: { id: records.open.id },
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
          contactId: records.contactId,
          channelId: records.email.id,
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
          chatId: records.chat.id,
          contactId: records.contactId,
          text: 'Hi',
          template: { id: records.pending.id },
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
          channelId: stage.own.channel.id,
          automationId: records.templated.id,
          messageTemplateId: records.template.id,
          recurrenceRules: ['FREQ=NEVER'],
        },
      }),
      { 'recurrenceRules.0': 'invalid_string', messageTemplateId: 'not_found' },
    ],
  ];

  describe('400 of a body that the schema accepts names all that stored records rule out; nothing happens', () => {
    it.each(validBodies.map(([name, request, expected], index) => ({ index, name, request, expected })))(
      '$index $name $expected',
      async ({ name, request, expected }) => {
        const before = await snapshotTenant(stage.database, stage.tenantId);
        expect(errorKeys(await call(name, request()))).toEqual(expected);
        expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
      },
    );
  });
}
