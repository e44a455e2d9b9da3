import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import {
  createCampaign,
  createFile,
  createMessage,
  createMessageTemplate,
  createTenant,
  createToken,
  expectStatus,
} from '@parley/testkit';
import { errorKeys, failure, invalid } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';

type Schemas = components['schemas'];

export function describeMessageTemplateWrites(stage: Stage): void {
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
    it('stores all fields, and returns them as every later read does', async () => {
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
        registration: null,
      });
      expect(expectStatus(await get(data.id), 200).body.data).toEqual(data);
    });

    it('is by default for every type of channel, in no language, without media and approved', async () => {
      const { data } = expectStatus(await create({ name: 'plain', body: 'Hello' }), 200).body;
      const open = { channelType: null, language: null, mediaFileId: null };
      expect(data).toMatchObject({ ...open, variables: [], status: 'approved' });
    });

    it('accepts the same name for another kind of channel, another language and another tenant', async () => {
      const body = { name: 'twin', body: 'Hello' };
      expectStatus(await create(body), 200);
      expectStatus(await create({ ...body, channelType: 'sms' }), 200);
      expectStatus(await create({ ...body, language: 'de' }), 200);
      const { id } = await createTenant(stage.database);
      expectStatus(await create(body, await createToken(stage.database, id)), 200);
    });
  });

  describe('createMessageTemplate 400', () => {
    it('not_unique for a name that is taken, even by a concurrent request; nothing changes', async () => {
      const body = { name: 'taken', body: 'Hello' };
      const responses = await Promise.all([create(body), create(body), create(body)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      const before = await snapshotTenant(stage.database, stage.tenantId);
      expect(expectStatus(await create(body), 400).body).toEqual(taken);
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });

    it('not_found for a file that is unknown or another tenant’s', async () => {
      for (const mediaFileId of [stage.own.chat.id, stage.other.file.id]) {
        const response = await create({ name: 'media', body: 'Hello', mediaFileId });
        const error = { key: 'not_found', message: 'File not found' };
        expect(response).toMatchObject({ status: 400, body: invalid({ mediaFileId: error }) });
      }
    });

    it.each([
      ['nothing', {}, { name: 'invalid_type', body: 'invalid_type' }],
      ['empty texts', { name: '', body: '' }, { name: 'too_small', body: 'too_small' }],
      [
        'long texts',
        { name: 'a'.repeat(256), body: 'a'.repeat(4_097) },
        { name: 'too_big', body: 'too_big' },
      ],
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
      ['derived fields', { name: 'a', body: 'a', variables: ['a'] }, { variables: 'unrecognized_keys' }],
    ])('for %s; nothing changes', async (_, wrongBody, expected) => {
      const before = await snapshotTenant(stage.database, stage.tenantId);
      expect(errorKeys(await stage.v3.call('createMessageTemplate', { wrongBody }))).toEqual(expected);
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });
  });

  describe('updateMessageTemplate 200', () => {
    it('changes the given fields and keeps the rest', async () => {
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

    it('accepts its own name', async () => {
      const { id, name } = await created();
      expect(expectStatus(await update(id, { name, body: 'Hi' }), 200).body.data.body).toBe('Hi');
    });
  });

  describe('updateMessageTemplate 400', () => {
    it('not_unique for the name of another; nothing changes', async () => {
      const [one, other] = [await created({ language: 'en' }), await created({ language: 'de' })];
      expectStatus(await update(other.id, { name: one.name }), 200);
      expect(expectStatus(await update(other.id, { language: 'en' }), 400).body).toEqual(taken);
      expect(expectStatus(await get(other.id), 200).body.data.language).toBe('de');
    });

    it('not_found for a file that is another tenant’s', async () => {
      const { id } = await created();
      const response = await update(id, { mediaFileId: stage.other.file.id });
      expect(errorKeys(response)).toEqual({ mediaFileId: 'not_found' });
    });

    it('invalid_string for a malformed placeholder; nothing changes', async () => {
      const template = await created();
      expect(errorKeys(await update(template.id, { body: 'Hi {{name' }))).toEqual({ body: 'invalid_string' });
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

  describe('deleteMessageTemplate 200', () => {
    it('deletes the template and keeps the messages and campaigns that used it', async () => {
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

    it('keeps other templates, and reports not found the second time', async () => {
      const { database, tenantId, own } = stage;
      const { id } = await createMessageTemplate(database, tenantId);
      const params = { messageTemplateId: id };
      await stage.v3.call('deleteMessageTemplate', { params });
      const { body } = expectStatus(await stage.v3.call('deleteMessageTemplate', { params }), 200);
      expect(body.data).toEqual({ deletedIds: [], notFoundIds: [id] });
      const left = await database.prisma.messageTemplate.findMany({ where: { tenantId } });
      expect(left.map((template) => template.id)).toContain(own.messageTemplate.id);
    });

    it('a template stays when its file is deleted, without media', async () => {
      const { database, tenantId } = stage;
      const file = await createFile(database, tenantId);
      const { id } = await created({ mediaFileId: file.id });
      await database.prisma.file.delete({ where: { tenantId_id: { tenantId, id: file.id } } });
      expect(expectStatus(await get(id), 200).body.data.mediaFileId).toBeNull();
    });
  });
}
