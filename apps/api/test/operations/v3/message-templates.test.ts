import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCampaign, createMessage, createMessageTemplate, expectStatus } from '@parley/testkit';
import { type Stage, startStage } from '../support/start-stage.js';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage?.stop());

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
    expect(left.map((template) => template.id)).toEqual([own.messageTemplate.id]);
  });
});
