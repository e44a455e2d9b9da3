import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  deactivateAutomation,
  finishCampaign,
  type QuietHours,
  runAutomation,
  triggerAutomation,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { useWorlds } from '../use-worlds.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();
const { database, prisma } = worlds;

// The clock of the tests starts at 2026-11-14T09:30:00Z.
const morning: QuietHours = { from: '08:00', to: '10:00', timeZone: 'UTC' };
const night = { from: '21:00', to: '08:00' };

async function hush({ campaign }: PreparedCampaign, quietHours: QuietHours): Promise<void> {
  await prisma.channel.updateMany({
    where: { id: campaign.channelId },
    data: { quietHours: { ...quietHours } },
  });
}

function countMessages({ context }: PreparedCampaign): Promise<number> {
  return prisma.message.count({ where: { tenantId: context.tenantId } });
}

/** Returns when the runs continue, if each has a job for that time. */
async function runTimes({ context }: PreparedCampaign): Promise<string[]> {
  const runs = await prisma.automationRun.findMany({ where: { tenantId: context.tenantId } });
  for (const { id, scheduledAt } of runs) {
    const jobs = await findJobs(database, 'run-automation', id);
    expect(jobs.map(({ runAt }) => runAt)).toContainEqual(scheduledAt);
  }
  return runs.map(({ scheduledAt }) => scheduledAt.toISOString());
}

describe('quiet hours of a channel', () => {
  test('hold back a campaign until they end; it is sent once, and ends then', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 2 });
    const { campaign, context, status } = prepared;
    await hush(prepared, morning);
    await prepared.send();
    expect(await countMessages(prepared)).toBe(0);
    expect(await runTimes(prepared)).toEqual(Array(2).fill('2026-11-14T10:00:00.000Z'));
    context.clock.advance(29 * 60_000);
    await prepared.runAll();
    expect(await finishCampaign(context, campaign.id)).toBe(false);
    expect([await countMessages(prepared), await status()]).toEqual([0, 'running']);
    context.clock.advance(60_000);
    await prepared.runAll();
    await prepared.runAll();
    expect(await countMessages(prepared)).toBe(2);
  });

  test('are those of each recipient with the zone "contact"', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 3 });
    const { context, contactIds } = prepared;
    const [newYork = '', tokyo = '', other = ''] = contactIds;
    await prisma.contact.updateMany({ where: { id: newYork }, data: { timeZone: 'America/New_York' } });
    await prisma.contact.updateMany({ where: { id: tokyo }, data: { phoneNumber: '+81312345678' } });
    await prisma.contact.updateMany({ where: { id: other }, data: { phoneNumber: null } });
    await prisma.tenant.update({
      where: { id: context.tenantId },
      data: { timeZone: 'Pacific/Auckland' },
    });
    await hush(prepared, { ...night, timeZone: 'contact' });
    await prepared.send();
    const waiting = await prisma.automationRun.findMany({
      where: { tenantId: context.tenantId, status: 'scheduled', startedAt: null },
    });
    // It is 04:30 in New York, 18:30 in Tokyo and 22:30 in Auckland.
    expect(new Map(waiting.map((run) => [run.contactId, run.scheduledAt.toISOString()]))).toEqual(
      new Map([
        [newYork, '2026-11-14T13:00:00.000Z'],
        [other, '2026-11-14T19:00:00.000Z'],
      ]),
    );
    const chats = await prisma.chat.findMany({ where: { tenantId: context.tenantId } });
    expect(chats.map(({ contactId }) => contactId)).toEqual([tokyo]);
  });

  test('are those of the workspace with the zone "workspace"', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 1 });
    const { context } = prepared;
    const data = { timeZone: 'Pacific/Auckland' };
    await prisma.tenant.update({ where: { id: context.tenantId }, data });
    await hush(prepared, { ...night, timeZone: 'workspace' });
    await prepared.send();
    expect(await runTimes(prepared)).toEqual(['2026-11-14T19:00:00.000Z']);
  });

  test('hold back every message of a campaign, but no other step', async () => {
    const steps = [
      { type: 'send_message', text: 'First' },
      { type: 'wait', seconds: 3_600 },
      { type: 'set_variable', name: 'seen', value: 'yes' },
      { type: 'send_message', text: 'Second' },
    ] as const;
    const prepared = await prepareCampaign(worlds, { contactCount: 1, steps });
    const { context } = prepared;
    await hush(prepared, { from: '10:15', to: '11:00', timeZone: 'UTC' });
    await prepared.send();
    expect(await countMessages(prepared)).toBe(1);
    context.clock.advance(3_600_000);
    await prepared.runAll();
    const [run] = await prisma.automationRun.findMany({
      where: { tenantId: context.tenantId },
    });
    expect(run).toMatchObject({
      position: 3,
      variables: { seen: 'yes' },
      scheduledAt: new Date('2026-11-14T11:00:00.000Z'),
    });
    expect(await countMessages(prepared)).toBe(1);
    context.clock.advance(30 * 60_000);
    await prepared.runAll();
    expect(await countMessages(prepared)).toBe(2);
  });

  test('cancel nothing, but a run that they hold back is canceled when its automation is deactivated', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 2 });
    const { campaign, context } = prepared;
    await hush(prepared, morning);
    await prepared.send();
    await deactivateAutomation(context, campaign.automationId);
    context.clock.advance(3_600_000);
    expect(await prepared.runAll()).toBe(0);
    expect((await prepared.sends()).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  });

  test('do not hold back a question that was asked, nor what follows a reply', async () => {
    const saveTo = { variable: 'answer' };
    const steps = [
      { type: 'ask', text: 'Sure?', timeoutSeconds: 7_200, saveTo, expect: 'text' },
      { type: 'send_message', text: 'Thank you' },
    ] as const;
    const prepared = await prepareCampaign(worlds, { contactCount: 1, steps });
    const { context } = prepared;
    await hush(prepared, { from: '10:00', to: '12:00', timeZone: 'UTC' });
    await prepared.send();
    expect(await countMessages(prepared)).toBe(1);
    context.clock.advance(3_600_000);
    const [chat] = await prisma.chat.findMany({ where: { tenantId: context.tenantId } });
    const [question] = await prisma.message.findMany({ where: { tenantId: context.tenantId } });
    if (!chat || !question) throw new Error('Nothing was asked');
    await prisma.automationRun.updateMany({
      where: { tenantId: context.tenantId },
      data: { replyMessageId: question.id, scheduledAt: context.now() },
    });
    await prepared.runAll();
    expect(await countMessages(prepared)).toBe(2);
  });

  test('do not hold back what follows a reply after the run was released, until it waits', async () => {
    const steps = [
      {
        type: 'ask',
        text: 'Sure?',
        timeoutSeconds: 7_200,
        saveTo: { variable: 'answer' },
        expect: 'text',
      },
      { type: 'call_webhook', url: 'https://shop.example/answers' },
      { type: 'send_message', text: 'Thank you' },
      { type: 'wait', seconds: 60 },
      { type: 'send_message', text: 'One more offer' },
    ] as const;
    const prepared = await prepareCampaign(worlds, { contactCount: 1, steps });
    const { context } = prepared;
    await hush(prepared, { from: '10:00', to: '12:00', timeZone: 'UTC' });
    await prepared.send();
    context.clock.advance(3_600_000);
    const where = { tenantId: context.tenantId };
    const question = await prisma.message.findFirstOrThrow({ where });
    const data = { replyMessageId: question.id, scheduledAt: context.now() };
    await prisma.automationRun.updateMany({ where, data });
    const { id: runId } = await prisma.automationRun.findFirstOrThrow({ where });
    const stopping = new AbortController();
    const { outcome } = await runAutomation(context, {
      runId,
      leaseToken: randomUUID(),
      signal: stopping.signal,
      async callWebhook() {
        stopping.abort();
        return { kind: 'succeeded', statusCode: 200 };
      },
    });
    expect([outcome, await countMessages(prepared)]).toEqual(['released', 1]);
    await prepared.runAll();
    const messages = await prisma.message.findMany({ where, orderBy: { id: 'asc' } });
    expect(messages.map(({ text, followsReply }) => [text, followsReply])).toEqual([
      ['Sure?', false],
      ['Thank you', true],
    ]);
    context.clock.advance(60_000);
    await prepared.runAll();
    expect([await countMessages(prepared), await runTimes(prepared)]).toEqual([
      2,
      ['2026-11-14T12:00:00.000Z'],
    ]);
  });

  test('do not hold back an automation without a campaign', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 1 });
    const { campaign, context, contactIds } = prepared;
    await hush(prepared, morning);
    const { automationId } = campaign;
    const [contactId = ''] = contactIds;
    await triggerAutomation(context, { automationId, contactId, variables: { code: 'B-2' } });
    await prepared.runAll();
    expect(await countMessages(prepared)).toBe(1);
  });
});
