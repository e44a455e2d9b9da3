import { expect, test } from '@jest/globals';
import type { Prisma } from '@parley/database';
import { deleteById, files, triggerAutomation, updateCampaign } from '../../src/index.js';
import { prepareCampaign } from '../campaigns/prepare-campaign.js';
import {
  createAutomation,
  createChannel,
  createChat,
  createFile,
  createMessageTemplate,
} from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createRunView } from './prepare-run.js';

const worlds = useWorlds();

/** Prepares three template steps: with the template's own media, with media of the step, and without any. */
async function prepareSteps(tenantId: string) {
  const { database } = worlds;
  const [own, ofStep, instead] = await Promise.all([1, 2, 3].map(() => createFile(database, tenantId)));
  const template = (values: { mediaFileId?: string } = {}) =>
    createMessageTemplate(database, tenantId, { body: 'Look', ...values });
  const [withMedia, plain] = [await template({ mediaFileId: own?.id ?? '' }), await template()];
  const steps = [
    { type: 'send_template', messageTemplateId: withMedia.id },
    { type: 'send_template', messageTemplateId: plain.id, mediaFileId: ofStep?.id ?? '' },
    { type: 'send_template', messageTemplateId: plain.id },
  ] satisfies Prisma.InputJsonArray;
  return { steps, ownId: own?.id ?? '', ofStepId: ofStep?.id ?? '', insteadId: instead?.id ?? '' };
}

async function sentFiles(where: Prisma.MessageWhereInput) {
  const messages = await worlds.database.prisma.message.findMany({ where, orderBy: { id: 'asc' } });
  return messages.map(({ attachments }) =>
    (Array.isArray(attachments) ? attachments : []).map((attachment) => Object(attachment).fileId),
  );
}

async function run(media?: { fileId: string }) {
  const { database, own } = worlds;
  const tenantId = own.tenant.id;
  const prepared = await prepareSteps(tenantId);
  const channel = await createChannel(database, tenantId, { type: 'sms' });
  const { contactId } = await createChat(database, tenantId, { channelId: channel.id });
  const { id: automationId } = await createAutomation(database, tenantId, { steps: prepared.steps });
  const context = worlds.context();
  const start = async (chosen = media ?? { fileId: prepared.insteadId }) => {
    const { runId } = await triggerAutomation(context, { automationId, contactId, media: chosen });
    return { runId, ...createRunView(worlds, { runId, context }) };
  };
  return { ...prepared, start };
}

test('the media of a trigger replaces the media of the template steps; a template without media gets none', async () => {
  const { start, insteadId } = await run();
  const { work, runId } = await start();
  expect(await work()).toEqual({ outcome: 'completed' });
  expect(await sentFiles({ automationRunId: runId })).toEqual([[insteadId], [insteadId], []]);
});

test('the step fails when the file has been deleted; nothing is sent with other media', async () => {
  const { start, insteadId } = await run();
  const { work, read, runId } = await start();
  await deleteById(worlds.context(), files, insteadId);
  expect(await work()).toEqual({ outcome: 'failed' });
  expect((await read()).error).toMatchObject({ message: expect.stringContaining('File not found') });
  expect(await sentFiles({ automationRunId: runId })).toEqual([]);
});

test('the media of a campaign reaches every recipient', async () => {
  const prepared = await prepareCampaign(worlds, { contactCount: 2, isDraft: false });
  const { context, campaign } = prepared;
  const { steps, insteadId } = await prepareSteps(context.tenantId);
  const automation = await createAutomation(worlds.database, context.tenantId, { steps });
  const media = { fileId: insteadId, publicUrl: 'https://parley.example' };
  await updateCampaign(context, campaign.id, { automationId: automation.id, media });
  await prepared.send();
  const sent = await sentFiles({ tenantId: context.tenantId });
  expect(sent.filter(([fileId]) => fileId === insteadId)).toHaveLength(4);
  expect(sent.filter((ids) => ids.length === 0)).toHaveLength(2);
});
