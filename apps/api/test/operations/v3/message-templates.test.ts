import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import {
  createCampaign,
  createContact,
  createFile,
  createMessage,
  createMessageTemplate,
  createTenant,
  createToken,
  expectStatus,
} from '@parley/testkit';
import { failure, faultKeys, invalid } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { startTime } from '../support/start-stage.js';
import { useStage } from '../support/use-stage.js';

const stage = useStage();

type Schemas = components['schemas'];

function create(body: Schemas['MessageTemplateCreate'], token = stage.token) {
  return stage.v3.call('createMessageTemplate', { body, token });
}

let number = 0;

async function created(body: Partial<Schemas['MessageTemplateCreate']> = {}) {
  number += 1;
  const name = `template ${number}`;
  return expectStatus(await create({ name, body: 'Hello {{name}}', ...body }), 200).body.data;
}

function update(messageTemplateId: string, body: Schemas['MessageTemplateUpdate']) {
  return stage.v3.call('updateMessageTemplate', { params: { messageTemplateId }, body });
}

function get(messageTemplateId: string) {
  return stage.v3.call('getMessageTemplate', { params: { messageTemplateId } });
}

const taken = invalid({
  name: {
    key: 'not_unique',
    message: 'Another template of this kind of channel and language has this name',
  },
});

describe('createMessageTemplate 200', () => {
  it('stores what was sent and gives it back, as every later read does', async () => {
    const body = {
      name: 'order_update',
      channelType: 'whatsapp' as const,
      language: 'en_US',
      body: 'Hello {{ name }}, order {{order-no.1}} of {{name}} is on its way. {{ größe.cm }}',
      mediaFileId: stage.own.file.id,
      status: 'pending' as const,
    };
    const { data } = expectStatus(await create(body), 200).body;
    expect(data).toEqual({
      id: expect.any(String),
      createdAt: startTime,
      updatedAt: startTime,
      ...body,
      variables: ['name', 'order-no.1', 'größe.cm'],
    });
    expect(expectStatus(await get(data.id), 200).body.data).toEqual(data);
  });

  it('is for every kind of channel, in no language, without media and approved, unless told', async () => {
    const { data } = expectStatus(await create({ name: 'plain', body: 'Hello' }), 200).body;
    const open = { channelType: null, language: null, mediaFileId: null };
    expect(data).toMatchObject({ ...open, variables: [], status: 'approved' });
  });

  it('takes the same name for another kind of channel, another language and another tenant', async () => {
    const body = { name: 'twin', body: 'Hello' };
    expectStatus(await create(body), 200);
    expectStatus(await create({ ...body, channelType: 'sms' }), 200);
    expectStatus(await create({ ...body, language: 'de' }), 200);
    const { id } = await createTenant(stage.database);
    expectStatus(await create(body, await createToken(stage.database, id)), 200);
  });
});

describe('createMessageTemplate 400', () => {
  it('not_unique for a name that is taken, also of two at the same time; nothing happens', async () => {
    const body = { name: 'taken', body: 'Hello' };
    const answers = await Promise.all([create(body), create(body), create(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const before = await snapshotTenant(stage.database, stage.tenantId);
    expect(expectStatus(await create(body), 400).body).toEqual(taken);
    expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
  });

  it('not_found for a file that is unknown or another tenant’s', async () => {
    for (const mediaFileId of [stage.own.chat.id, stage.other.file.id]) {
      const answer = await create({ name: 'media', body: 'Hello', mediaFileId });
      const fault = { key: 'not_found', message: 'File not found' };
      expect(answer).toMatchObject({ status: 400, body: invalid({ mediaFileId: fault }) });
    }
  });

  it.each([
    ['nothing', {}, { name: 'invalid_type', body: 'invalid_type' }],
    ['empty texts', { name: '', body: '' }, { name: 'too_small', body: 'too_small' }],
    ['long texts', { name: 'a'.repeat(256), body: 'a'.repeat(4_097) }, { name: 'too_big', body: 'too_big' }],
    [
      'unknown values',
      { name: 'a', body: 'a', language: 'english', channelType: 'fax', status: 'sent', mediaFileId: 'x' },
      {
        language: 'invalid_string',
        channelType: 'invalid_enum_value',
        status: 'invalid_enum_value',
        mediaFileId: 'invalid_string',
      },
    ],
    ['malformed placeholders', { name: 'a', body: 'Hi {{ }} {{a b}}' }, { body: 'invalid_string' }],
    ['what is derived', { name: 'a', body: 'a', variables: ['a'] }, { variables: 'unrecognized_keys' }],
  ])('for %s; nothing happens', async (_, wrongBody, expected) => {
    const before = await snapshotTenant(stage.database, stage.tenantId);
    expect(faultKeys(await stage.v3.call('createMessageTemplate', { wrongBody }))).toEqual(expected);
    expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
  });
});

describe('updateMessageTemplate 200', () => {
  it('changes what is given and leaves the rest', async () => {
    const template = await created({ language: 'en', mediaFileId: stage.own.file.id });
    stage.clock.advance(1_000);
    const updatedAt = stage.clock.now().toISOString();
    const changed = expectStatus(await update(template.id, { body: 'Hi {{firstName}}' }), 200).body.data;
    expect(changed).toEqual({ ...template, body: 'Hi {{firstName}}', variables: ['firstName'], updatedAt });
    const emptied = { language: null, mediaFileId: null, status: 'rejected' as const };
    expectStatus(await update(template.id, emptied), 200);
    expect(expectStatus(await get(template.id), 200).body.data).toEqual({ ...changed, ...emptied });
  });

  it('changes nothing for an empty body', async () => {
    const template = await created();
    stage.clock.advance(1_000);
    expect(expectStatus(await update(template.id, {}), 200).body.data).toEqual(template);
  });

  it('keeps its own name', async () => {
    const { id, name } = await created();
    expect(expectStatus(await update(id, { name, body: 'Hi' }), 200).body.data.body).toBe('Hi');
  });
});

describe('updateMessageTemplate 400', () => {
  it('not_unique for the name of another; nothing happens', async () => {
    const [one, other] = [await created({ language: 'en' }), await created({ language: 'de' })];
    expectStatus(await update(other.id, { name: one.name }), 200);
    expect(expectStatus(await update(other.id, { language: 'en' }), 400).body).toEqual(taken);
    expect(expectStatus(await get(other.id), 200).body.data.language).toBe('de');
  });

  it('not_found for a file that is another tenant’s', async () => {
    const { id } = await created();
    const answer = await update(id, { mediaFileId: stage.other.file.id });
    expect(faultKeys(answer)).toEqual({ mediaFileId: 'not_found' });
  });

  it('invalid_string for a malformed placeholder; nothing changes', async () => {
    const template = await created();
    expect(faultKeys(await update(template.id, { body: 'Hi {{name' }))).toEqual({ body: 'invalid_string' });
    expect(expectStatus(await get(template.id), 200).body.data).toEqual(template);
  });
});

describe('message_template_not_found 404', () => {
  const expected = failure('message_template_not_found', 'Message template not found');

  it('getMessageTemplate and updateMessageTemplate', async () => {
    expect(expectStatus(await get(stage.own.chat.id), 404).body).toEqual(expected);
    expect(expectStatus(await update(stage.own.chat.id, {}), 404).body).toEqual(expected);
  });
});

describe('previewMessageTemplate', () => {
  const body = 'Hello {{firstName}}, {{city}} {{code}}';

  async function preview(request?: Schemas['MessageTemplatePreviewRequest'], text = body) {
    const { id: messageTemplateId } = await createMessageTemplate(stage.database, stage.tenantId, {
      body: text,
      status: 'draft',
    });
    return stage.v3.call('previewMessageTemplate', {
      params: { messageTemplateId },
      ...(request && { body: request }),
    });
  }

  it('403 without the scope for contacts, of whom a template can say everything', async () => {
    const { id: messageTemplateId } = await createMessageTemplate(stage.database, stage.tenantId);
    const token = await createToken(stage.database, stage.tenantId, { scopes: ['message_templates:read'] });
    const body = { contactId: stage.own.contact.id };
    const request = { params: { messageTemplateId }, body, token };
    expect((await stage.v3.call('previewMessageTemplate', request)).status).toBe(403);
  });

  it('400 that names every placeholder without a value, as sending the template does', async () => {
    const required = { key: 'invalid_type', message: 'Required' };
    expect(expectStatus(await preview(), 400).body).toEqual(
      invalid({ 'variables.firstName': required, 'variables.city': required, 'variables.code': required }),
    );
    const variables = { firstName: 'Ada', code: 'A1' };
    expect(expectStatus(await preview({ variables }), 400).body).toEqual(
      invalid({ 'variables.city': required }),
    );
  });

  it('400 for a field that the contact lacks, and for the header and the buttons, whose names the template lists', async () => {
    const { database, tenantId } = stage;
    const { id: contactId } = await createContact(database, tenantId, { firstName: null });
    const content = {
      header: { type: 'text', text: '{{season}}' },
      buttons: [{ type: 'url', url: 'https://shop.example/{{path}}' }],
    };
    const template = await createMessageTemplate(database, tenantId, { body, content });
    const params = { messageTemplateId: template.id };
    const { data } = expectStatus(await stage.v3.call('getMessageTemplate', { params }), 200).body;
    expect(data.variables).toEqual(['firstName', 'city', 'code', 'season', 'path']);
    const variables = { city: 'Bonn', code: 'A1' };
    const refused = await stage.v3.call('previewMessageTemplate', { params, body: { contactId, variables } });
    expect(faultKeys(refused)).toEqual({
      'variables.firstName': 'invalid_type',
      'variables.season': 'invalid_type',
      'variables.path': 'invalid_type',
    });
  });

  it('400 on the template when it has a malformed placeholder of old', async () => {
    const answer = await preview({ variables: {} }, 'Hello {{first name}}');
    expect(faultKeys(answer)).toEqual({ messageTemplateId: 'invalid_string' });
  });

  it('200 with values, which are not looked at again', async () => {
    const variables = { firstName: '{{code}}', code: '$&', city: '' };
    expect(expectStatus(await preview({ variables }), 200).body.data).toEqual({
      text: 'Hello {{code}},  $&',
      missingVariables: [],
    });
  });

  it('200 with what is known of a contact; values go before it, and nothing is stored', async () => {
    const { own, database, tenantId } = stage;
    const request = { contactId: own.contact.id, variables: { code: 'A1' } };
    const text = `{{firstName}} {{${own.attribute.externalId}}} {{code}}`;
    const answer = expectStatus(await preview(request, text), 200).body.data;
    expect(answer).toEqual({ text: `${own.contact.firstName} Berlin A1`, missingVariables: [] });
    const nameless = await createContact(database, tenantId, { firstName: null });
    const named = { contactId: nameless.id, variables: { firstName: 'Eve' } };
    expect(expectStatus(await preview(named, '{{firstName}}{{lastName}}'), 200).body.data).toEqual({
      text: `Eve${nameless.lastName ?? ''}`,
      missingVariables: [],
    });
  });

  it('404 for a template or a contact that is unknown or another tenant’s', async () => {
    const params = { messageTemplateId: stage.other.messageTemplate.id };
    const missing = await stage.v3.call('previewMessageTemplate', { params });
    expect(expectStatus(missing, 404).body.error.messageKey).toBe('message_template_not_found');
    for (const contactId of [stage.own.chat.id, stage.other.contact.id]) {
      const answer = expectStatus(await preview({ contactId }), 404);
      expect(answer.body.error.messageKey).toBe('contact_not_found');
    }
  });
});

describe('searchMessageTemplates 200', () => {
  it('finds by every field and by part of the name', async () => {
    const { id: tenantId } = await createTenant(stage.database);
    const token = await createToken(stage.database, tenantId);
    const values = [
      { name: 'Welcome', channelType: 'whatsapp', language: 'en', status: 'approved' },
      { name: 'Welcome back', channelType: 'whatsapp', language: 'de', status: 'pending' },
      { name: 'Reminder', channelType: 'sms', language: 'en', status: 'rejected' },
      { name: 'Anything', status: 'draft' },
    ] as const;
    for (const value of values) await createMessageTemplate(stage.database, tenantId, value);
    const find = async (body: Schemas['SearchRequest']) => {
      const answer = await stage.v3.call('searchMessageTemplates', { body, token });
      return expectStatus(answer, 200).body.data.map(({ name }) => name);
    };
    expect(await find({ search: 'WELCOME', sortBy: 'name' })).toEqual(['Welcome', 'Welcome back']);
    expect(await find({ query: 'and(eq(channelType,whatsapp),eq(language,de))' })).toEqual(['Welcome back']);
    expect(await find({ query: 'isNull(channelType)' })).toEqual(['Anything']);
    expect(await find({ query: 'in(status,approved,rejected)', sortBy: 'name' })).toEqual([
      'Reminder',
      'Welcome',
    ]);
  });
});

describe('deleteMessageTemplate 200', () => {
  it('deletes the template and leaves the messages and campaigns that used it', async () => {
    const { database, tenantId, own } = stage;
    const { id } = await createMessageTemplate(database, tenantId);
    const message = await createMessage(database, own.chat, { messageTemplateId: id });
    const campaign = await createCampaign(database, tenantId, { messageTemplateId: id });
    const params = { messageTemplateId: id };
    const { body } = expectStatus(await stage.v3.call('deleteMessageTemplate', { params }), 200);
    expect(body.data).toEqual({ deletedIds: [id], notFoundIds: [] });
    const { prisma } = database;
    expect(await prisma.messageTemplate.findMany({ where: { tenantId, id } })).toEqual([]);
    const where = (row: string) => ({ where: { tenantId_id: { tenantId, id: row } } });
    expect(await prisma.message.findUniqueOrThrow(where(message.id))).toMatchObject({
      messageTemplateId: null,
    });
    expect(await prisma.campaign.findUniqueOrThrow(where(campaign.id))).toMatchObject({
      messageTemplateId: null,
    });
  });

  it('leaves other templates, and says that it was not found the second time', async () => {
    const { database, tenantId, own } = stage;
    const { id } = await createMessageTemplate(database, tenantId);
    const params = { messageTemplateId: id };
    await stage.v3.call('deleteMessageTemplate', { params });
    const { body } = expectStatus(await stage.v3.call('deleteMessageTemplate', { params }), 200);
    expect(body.data).toEqual({ deletedIds: [], notFoundIds: [id] });
    const left = await database.prisma.messageTemplate.findMany({ where: { tenantId } });
    expect(left.map((template) => template.id)).toContain(own.messageTemplate.id);
  });

  it('a template outlives its file and has no media then', async () => {
    const { database, tenantId } = stage;
    const file = await createFile(database, tenantId);
    const { id } = await created({ mediaFileId: file.id });
    await database.prisma.file.delete({ where: { tenantId_id: { tenantId, id: file.id } } });
    expect(expectStatus(await get(id), 200).body.data.mediaFileId).toBeNull();
  });
});
