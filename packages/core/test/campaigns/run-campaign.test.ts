import { describe, expect, test } from '@jest/globals';
import {
  cancelCampaign,
  createCampaign,
  finishCampaign,
  newId,
  recipientsOf,
  search,
  startOccurrence,
  updateCampaign,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createAutomation, createMessageTemplate } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';
import { noTotals, plannedStart, report } from './report-status.js';

const worlds = useWorlds();
const { database, prisma } = worlds;

describe('an occurrence', () => {
  test('starts a run with the variables for every recipient; the totals are right at every moment', async () => {
    const prepared = await prepareCampaign(worlds);
    const { campaign, context, totals, status } = prepared;
    expect([await status(), await totals()]).toEqual(['scheduled', { ...noTotals, pending: 3 }]);
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3, skipped: 0 });
    expect([await status(), await totals()]).toEqual(['running', { ...noTotals, pending: 3 }]);
    expect(await prepared.runAll()).toBe(3);
    expect(await totals()).toEqual({ ...noTotals, pending: 3 });
    const messages = await prisma.message.findMany({ where: { tenantId: context.tenantId } });
    expect(messages.map(({ text }) => text)).toEqual(['Offer A-1', 'Offer A-1', 'Offer A-1']);

    const [first, second, third] = await prepared.sends();
    const moves = [
      [first, 'sent', { pending: 2, sent: 1 }],
      [second, 'delivered', { pending: 1, sent: 2, delivered: 1 }],
      [second, 'read', { pending: 1, sent: 2, delivered: 1, read: 1 }],
      [third, 'failed', { pending: 0, sent: 2, delivered: 1, read: 1, failed: 1 }],
    ] as const;
    for (const [send, reported, expected] of moves) {
      expect(await finishCampaign(context, campaign.id)).toBe(false);
      await report(prepared, send?.messageId ?? null, reported);
      expect(await totals()).toEqual({ ...noTotals, ...expected });
    }
    expect(await status()).toBe('running');
    expect(await finishCampaign(context, campaign.id)).toBe(true);
    expect(await status()).toBe('completed');
    expect(await finishCampaign(context, campaign.id)).toBe(false);
  });

  test('skips contacts who unsubscribed or cannot be reached, and counts them', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 4 });
    const { campaign, context, contactIds, totals } = prepared;
    const [unsubscribed = '', unreachable = ''] = contactIds;
    await prisma.contact.updateMany({ where: { id: unsubscribed }, data: { isSubscribed: false } });
    await prisma.handle.deleteMany({ where: { contactId: unreachable } });
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 2, skipped: 2 });
    expect(await totals()).toEqual({ ...noTotals, recipients: 4, pending: 2, skipped: 2 });
    const { records } = await search(context, recipientsOf(campaign.id), { query: 'eq(status,skipped)' });
    const reasons = records.map(({ contactId, skippedReason }) => [contactId, skippedReason]);
    expect(new Map(reasons.map(([id, reason]) => [id, reason]))).toEqual(
      new Map([
        [unsubscribed, 'unsubscribed'],
        [unreachable, 'unreachable'],
      ]),
    );
    expect(await prepared.runAll()).toBe(2);
  });

  test('is not completed while a run has messages to send, and can be canceled until then', async () => {
    const steps = [
      { type: 'send_message', text: 'First' },
      { type: 'wait', seconds: 86_400 },
      { type: 'send_message', text: 'Second' },
    ] as const;
    const prepared = await prepareCampaign(worlds, { contactCount: 1, steps });
    const { campaign, context, status } = prepared;
    await prepared.send();
    await report(prepared, (await prepared.sends())[0]?.messageId ?? null, 'sent');
    expect(await finishCampaign(context, campaign.id)).toBe(false);
    expect(await status()).toBe('running');
    await cancelCampaign(context, campaign.id);
    context.clock.advance(86_400_000);
    expect(await prepared.runAll()).toBe(0);
    expect(await prisma.message.count({ where: { tenantId: context.tenantId } })).toBe(1);
  });

  test.each([
    ['a second', 2, 1],
    ['a quarter of its age', 40, 10],
    ['a minute', 600, 60],
  ])('is checked again after %s, regardless of other campaigns', async (_, ageSeconds, pauseSeconds) => {
    const { campaign, context, contactIds } = await prepareCampaign(worlds, { contactCount: 1 });
    await startOccurrence(context, campaign.id);
    context.clock.advance((ageSeconds - 1) * 1_000);
    const { channelId, automationId } = campaign;
    const later = await createCampaign(context, {
      ...{ name: 'Later', channelId, automationId, contactIds },
      variables: [{ name: 'code', value: 'A-1' }],
    });
    await startOccurrence(context, later.id);
    context.clock.advance(1_000);
    expect(await finishCampaign(context, campaign.id)).toBe(false);
    const jobs = await findJobs(database, 'finish-campaign', campaign.id);
    const pauses = jobs.map(({ runAt }) => (runAt.getTime() - context.now().getTime()) / 1_000);
    expect(pauses).toEqual([pauseSeconds]);
  });

  test('sends nothing more to a contact who unsubscribes while it runs', async () => {
    const steps = [
      { type: 'wait', seconds: 60 },
      { type: 'send_message', text: 'First' },
      { type: 'wait', seconds: 60 },
      { type: 'send_message', text: 'Second' },
    ] as const;
    const prepared = await prepareCampaign(worlds, { contactCount: 2, steps });
    const { campaign, context, contactIds, totals } = prepared;
    const unsubscribe = (id = '') =>
      prisma.contact.updateMany({ where: { id }, data: { isSubscribed: false } });
    await startOccurrence(context, campaign.id);
    for (const contactId of contactIds) {
      await prepared.runAll();
      await unsubscribe(contactId);
      context.clock.advance(60_000);
    }
    await prepared.runAll();
    const messages = await prisma.message.findMany({ where: { tenantId: context.tenantId } });
    expect(messages.map(({ text }) => text)).toEqual(['First']);
    expect(messages[0]).toMatchObject({ originType: 'campaign', originId: prepared.campaign.id });
    const places = (await prepared.sends()).map(({ skippedReason }) => skippedReason);
    expect(places.toSorted()).toEqual([null, 'unsubscribed'].toSorted());
    expect(await totals()).toEqual({ ...noTotals, recipients: 2, pending: 1, skipped: 1 });
    const runs = await prisma.automationRun.findMany({ where: { tenantId: context.tenantId } });
    expect(runs.map((run) => run.status)).toEqual(['completed', 'completed']);
  });

  test('is started once, however many workers start it at the same time', async () => {
    const prepared = await prepareCampaign(worlds);
    const { campaign, context } = prepared;
    const started = await Promise.all(Array.from({ length: 4 }, () => startOccurrence(context, campaign.id)));
    expect(started.filter((outcome) => outcome !== null)).toHaveLength(1);
    expect(await prepared.sends()).toHaveLength(3);
    expect(await prepared.runAll()).toBe(3);
    expect(await startOccurrence(context, campaign.id)).toBeNull();
  });

  test('has at most one send per recipient and one run per send, by constraints', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 1 });
    const { campaign, context } = prepared;
    await startOccurrence(context, campaign.id);
    const send = await prisma.campaignSend.findFirstOrThrow({ where: { campaignId: campaign.id } });
    await expect(prisma.campaignSend.create({ data: { ...send, id: newId() } })).rejects.toThrow('Unique');
    const run = await prisma.automationRun.findFirstOrThrow({ where: { campaignSendId: send.id } });
    const { error: _error, variables: _variables, ...copy } = run;
    await expect(prisma.automationRun.create({ data: { ...copy, id: newId() } })).rejects.toThrow('Unique');
  });

  test('that is not due by this clock is scheduled again for its time', async () => {
    const scheduledAt = '2026-12-01T08:00:00.000Z';
    const prepared = await prepareCampaign(worlds, { scheduledAt });
    expect(await startOccurrence(prepared.context, prepared.campaign.id)).toBeNull();
    expect(await plannedStart(prepared)).toEqual([scheduledAt]);
    prepared.context.clock.set(scheduledAt);
    expect(await startOccurrence(prepared.context, prepared.campaign.id)).toMatchObject({ pending: 3 });
  });

  test('fails the campaign when its automation is no longer active', async () => {
    const { campaign, context, status, sends } = await prepareCampaign(worlds);
    await prisma.automation.updateMany({
      where: { id: campaign.automationId },
      data: { status: 'inactive' },
    });
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    expect([await status(), await sends()]).toEqual(['failed', []]);
  });

  test('without recipients is completed', async () => {
    const { campaign, context, status } = await prepareCampaign(worlds, { contactCount: 0 });
    await startOccurrence(context, campaign.id);
    expect(await finishCampaign(context, campaign.id)).toBe(true);
    expect(await status()).toBe('completed');
  });

  test('runs that fail or send nothing settle their sends', async () => {
    const steps = [{ type: 'condition', field: 'firstName', operator: 'equals', value: 'Ada' }] as const;
    const silent = await prepareCampaign(worlds, { steps });
    await silent.send();
    expect(await silent.totals()).toEqual({ ...noTotals, skipped: 3 });
    expect((await silent.sends())[0]).toMatchObject({ skippedReason: 'no_message' });
    const failing = await prepareCampaign(worlds, { steps: [{ type: 'add_label', labelId: newId() }] });
    await failing.send();
    expect(await failing.totals()).toEqual({ ...noTotals, failed: 3 });
    expect(await finishCampaign(failing.context, failing.campaign.id)).toBe(true);
  });

  test('sends the template of the campaign in the first template step', async () => {
    const steps = (id: string) =>
      [
        { type: 'send_template', messageTemplateId: id },
        { type: 'send_template', messageTemplateId: id },
      ] as const;
    const prepared = await prepareCampaign(worlds, { contactCount: 1 });
    const { tenantId } = prepared.context;
    const [own, named] = await Promise.all([
      createMessageTemplate(database, tenantId, { body: 'Campaign {{code}}' }),
      createMessageTemplate(database, tenantId, { body: 'Step {{code}}' }),
    ]);
    const automation = await createAutomation(database, tenantId, { steps: [...steps(named.id)] });
    const change = { automationId: automation.id, messageTemplateId: own.id };
    await updateCampaign(prepared.context, prepared.campaign.id, change);
    await prepared.send();
    const messages = await prisma.message.findMany({
      where: { tenantId },
      orderBy: { id: 'asc' },
    });
    expect(messages.map(({ text }) => text)).toEqual(['Campaign A-1', 'Step A-1']);
  });
});
