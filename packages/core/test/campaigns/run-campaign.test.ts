import { describe, expect, test } from '@jest/globals';
import {
  abandonCampaign,
  applyMessageStatus,
  cancelCampaign,
  createCampaign,
  deleteCampaign,
  finishCampaign,
  newId,
  recipientsOf,
  search,
  startCampaign,
  startOccurrence,
  updateCampaign,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { refusal, validationErrors } from '../refusals.js';
import { createAutomation, createChannel, createContact, createMessageTemplate } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();
const noTotals = {
  recipients: 3,
  pending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  skipped: 0,
  canceled: 0,
};

async function report(
  { context }: PreparedCampaign,
  messageId: string | null,
  status: 'sent' | 'delivered' | 'read' | 'failed',
) {
  const message = await worlds.database.prisma.message.findFirstOrThrow({ where: { id: messageId ?? '' } });
  await applyMessageStatus(context, {
    channelId: message.channelId,
    externalId: `provider-${message.id}`,
    reference: message.id,
    status,
    errors: [],
  });
}

async function plannedStart({ campaign }: PreparedCampaign) {
  const jobs = await findJobs(worlds.database, 'start-campaign', campaign.id);
  return jobs.map(({ runAt }) => runAt.toISOString());
}

describe('an occurrence', () => {
  test('sends to every recipient by a run with the variables; totals are right at every moment', async () => {
    const prepared = await prepareCampaign(worlds);
    const { campaign, context, totals, status } = prepared;
    expect([await status(), await totals()]).toEqual(['scheduled', { ...noTotals, pending: 3 }]);
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3, skipped: 0 });
    expect([await status(), await totals()]).toEqual(['running', { ...noTotals, pending: 3 }]);
    expect(await prepared.runAll()).toBe(3);
    expect(await totals()).toEqual({ ...noTotals, pending: 3 });
    const messages = await worlds.database.prisma.message.findMany({ where: { tenantId: context.tenantId } });
    expect(messages.map(({ text }) => text)).toEqual(['Offer A-1', 'Offer A-1', 'Offer A-1']);

    const [first, second, third] = await prepared.sends();
    const moves = [
      [first, 'sent', { pending: 2, sent: 1 }],
      [second, 'delivered', { pending: 1, sent: 2, delivered: 1 }],
      [second, 'read', { pending: 1, sent: 2, delivered: 1, read: 1 }],
      [third, 'failed', { pending: 0, sent: 2, delivered: 1, read: 1, failed: 1 }],
    ] as const;
    for (const [send, told, expected] of moves) {
      expect(await finishCampaign(context, campaign.id)).toBe(false);
      await report(prepared, send?.messageId ?? null, told);
      expect(await totals()).toEqual({ ...noTotals, ...expected });
    }
    expect(await status()).toBe('running');
    expect(await finishCampaign(context, campaign.id)).toBe(true);
    expect(await status()).toBe('completed');
    expect(await finishCampaign(context, campaign.id)).toBe(false);
  });

  test('leaves out who does not want it or cannot be reached, and counts them', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 4 });
    const { campaign, context, contactIds, totals } = prepared;
    const { prisma } = worlds.database;
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

  test('is not over while a run has messages to send, and can be canceled until then', async () => {
    const steps = [
      { type: 'send_message', text: 'First' },
      { type: 'wait', seconds: 86_400 },
      { type: 'send_message', text: 'Second' },
    ] as const;
    const prepared = await prepareCampaign(worlds, { contactCount: 1, steps });
    const { campaign, context, status } = prepared;
    await startOccurrence(context, campaign.id);
    await prepared.runAll();
    await report(prepared, (await prepared.sends())[0]?.messageId ?? null, 'sent');
    expect(await finishCampaign(context, campaign.id)).toBe(false);
    expect(await status()).toBe('running');
    await cancelCampaign(context, campaign.id);
    context.clock.advance(86_400_000);
    expect(await prepared.runAll()).toBe(0);
    expect(await worlds.database.prisma.message.count({ where: { tenantId: context.tenantId } })).toBe(1);
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
    const { prisma } = worlds.database;
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
    const places = (await prepared.sends()).map(({ skippedReason }) => skippedReason);
    expect(places.toSorted()).toEqual([null, 'unsubscribed'].toSorted());
    expect(await totals()).toEqual({ ...noTotals, recipients: 2, pending: 1, skipped: 1 });
    const runs = await prisma.automationRun.findMany({ where: { tenantId: context.tenantId } });
    expect(runs.map((run) => run.status)).toEqual(['completed', 'completed']);
  });

  test('is started once, by however many workers at once', async () => {
    const prepared = await prepareCampaign(worlds);
    const { campaign, context } = prepared;
    const started = await Promise.all(Array.from({ length: 4 }, () => startOccurrence(context, campaign.id)));
    expect(started.filter((outcome) => outcome !== null)).toHaveLength(1);
    expect(await prepared.sends()).toHaveLength(3);
    expect(await prepared.runAll()).toBe(3);
    expect(await startOccurrence(context, campaign.id)).toBeNull();
  });

  test('at most once per recipient, by constraint', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 1 });
    const { campaign, context } = prepared;
    await startOccurrence(context, campaign.id);
    const { prisma } = worlds.database;
    const send = await prisma.campaignSend.findFirstOrThrow({ where: { campaignId: campaign.id } });
    await expect(prisma.campaignSend.create({ data: { ...send, id: newId() } })).rejects.toThrow('Unique');
    const run = await prisma.automationRun.findFirstOrThrow({ where: { campaignSendId: send.id } });
    const { error: _error, variables: _variables, ...copy } = run;
    await expect(prisma.automationRun.create({ data: { ...copy, id: newId() } })).rejects.toThrow('Unique');
  });

  test('that is not due by this clock is looked at again when it is', async () => {
    const scheduledAt = '2026-12-01T08:00:00.000Z';
    const prepared = await prepareCampaign(worlds, { scheduledAt });
    expect(await startOccurrence(prepared.context, prepared.campaign.id)).toBeNull();
    expect(await plannedStart(prepared)).toEqual([scheduledAt]);
    prepared.context.clock.set(scheduledAt);
    expect(await startOccurrence(prepared.context, prepared.campaign.id)).toMatchObject({ pending: 3 });
  });

  test('fails the campaign when its automation is not active any more', async () => {
    const { campaign, context, status, sends } = await prepareCampaign(worlds);
    await worlds.database.prisma.automation.updateMany({
      where: { id: campaign.automationId },
      data: { status: 'inactive' },
    });
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    expect([await status(), await sends()]).toEqual(['failed', []]);
  });

  test('of nobody is completed', async () => {
    const { campaign, context, status } = await prepareCampaign(worlds, { contactCount: 0 });
    await startOccurrence(context, campaign.id);
    expect(await finishCampaign(context, campaign.id)).toBe(true);
    expect(await status()).toBe('completed');
  });

  test('runs that fail or send nothing settle their sends', async () => {
    const steps = [{ type: 'condition', field: 'firstName', operator: 'equals', value: 'Ada' }] as const;
    const silent = await prepareCampaign(worlds, { steps });
    await startOccurrence(silent.context, silent.campaign.id);
    await silent.runAll();
    expect(await silent.totals()).toEqual({ ...noTotals, skipped: 3 });
    expect((await silent.sends())[0]).toMatchObject({ skippedReason: 'no_message' });
    const failing = await prepareCampaign(worlds, { steps: [{ type: 'add_label', labelId: newId() }] });
    await startOccurrence(failing.context, failing.campaign.id);
    await failing.runAll();
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
      createMessageTemplate(worlds.database, tenantId, { body: 'Campaign {{code}}' }),
      createMessageTemplate(worlds.database, tenantId, { body: 'Step {{code}}' }),
    ]);
    const automation = await createAutomation(worlds.database, tenantId, { steps: [...steps(named.id)] });
    const change = { automationId: automation.id, messageTemplateId: own.id };
    await updateCampaign(prepared.context, prepared.campaign.id, change);
    await startOccurrence(prepared.context, prepared.campaign.id);
    await prepared.runAll();
    const messages = await worlds.database.prisma.message.findMany({
      where: { tenantId },
      orderBy: { id: 'asc' },
    });
    expect(messages.map(({ text }) => text)).toEqual(['Campaign A-1', 'Step A-1']);
  });
});

describe('a recurring campaign', () => {
  test('goes back to scheduled until its rules are exhausted', async () => {
    const scheduledAt = '2026-11-14T10:00:00.000Z';
    const prepared = await prepareCampaign(worlds, { scheduledAt, recurrenceRules: ['FREQ=DAILY;COUNT=2'] });
    const { campaign, context, status, totals } = prepared;
    context.clock.set(scheduledAt);
    await startOccurrence(context, campaign.id);
    expect(await plannedStart(prepared)).toEqual(['2026-11-15T10:00:00.000Z']);
    await prepared.runAll();
    for (const { messageId } of await prepared.sends()) await report(prepared, messageId, 'sent');
    expect(await finishCampaign(context, campaign.id)).toBe(true);
    expect([await status(), await totals()]).toEqual(['scheduled', { ...noTotals, sent: 3 }]);

    context.clock.set('2026-11-15T10:00:00.000Z');
    await startOccurrence(context, campaign.id);
    expect([await status(), await totals()]).toEqual(['running', { ...noTotals, sent: 3, pending: 3 }]);
    const { nextOccurrenceAt } = await worlds.database.prisma.campaign.findFirstOrThrow({
      where: { id: campaign.id },
    });
    expect(nextOccurrenceAt).toBeNull();
    await prepared.runAll();
    for (const { messageId } of await prepared.sends()) await report(prepared, messageId, 'delivered');
    await finishCampaign(context, campaign.id);
    expect([await status(), await totals()]).toEqual(['completed', { ...noTotals, sent: 6, delivered: 6 }]);
  });

  test('makes up once for occurrences that were missed while no worker ran', async () => {
    const prepared = await prepareCampaign(worlds, { recurrenceRules: ['FREQ=HOURLY'] });
    const { campaign, context } = prepared;
    context.clock.advance(50 * 3_600_000 + 60_000);
    await startOccurrence(context, campaign.id);
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    expect(await prepared.sends()).toHaveLength(3);
    expect(await plannedStart(prepared)).toEqual(['2026-11-16T12:30:00.000Z']);
  });

  test('without a date begins with the first moment of its rules, and 400 when they have none', async () => {
    const weekly = await prepareCampaign(worlds, { recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO'] });
    expect(weekly.campaign.nextOccurrenceAt).toBe('2026-11-16T09:30:00.000Z');
    await expect(
      prepareCampaign(worlds, { recurrenceRules: ['FREQ=DAILY;UNTIL=20201231'] }),
    ).rejects.toMatchObject(validationErrors({ recurrenceRules: 'invalid_string' }));
    await expect(
      prepareCampaign(worlds, { recurrenceRules: ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'] }),
    ).rejects.toMatchObject(validationErrors({ 'recurrenceRules.0': 'invalid_string' }));
  });
});

describe('cancel', () => {
  test('stops what has not been sent: runs, waiting messages and sends', async () => {
    const steps = [
      { type: 'send_message', text: '1' },
      { type: 'wait', seconds: 60 },
      { type: 'send_message', text: '2' },
    ] as const;
    const prepared = await prepareCampaign(worlds, {
      contactCount: 4,
      steps,
      recurrenceRules: ['FREQ=DAILY'],
    });
    const { campaign, context, totals } = prepared;
    const { prisma } = worlds.database;
    await startOccurrence(context, campaign.id);
    const [sent, leased, waiting, untouched] = await prisma.automationRun.findMany({
      where: { tenantId: context.tenantId },
      orderBy: { id: 'asc' },
    });
    await prisma.automationRun.updateMany({
      where: { id: untouched?.id ?? '' },
      data: { scheduledAt: new Date('2027-01-01') },
    });
    await prepared.runAll();
    const messageOf = (runId = '') => prisma.message.findFirstOrThrow({ where: { automationRunId: runId } });
    await report(prepared, (await messageOf(sent?.id)).id, 'sent');
    const inHands = await messageOf(leased?.id);
    await prisma.message.updateMany({ where: { id: inHands.id }, data: { leaseToken: newId() } });

    const canceled = await cancelCampaign(context, campaign.id);
    expect(canceled).toMatchObject({ status: 'canceled', nextOccurrenceAt: null });
    const before = { ...noTotals, recipients: 4, sent: 1, pending: 1, canceled: 2 };
    expect(canceled.totals).toEqual(before);
    expect(await messageOf(waiting?.id)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'campaign_canceled' }],
    });
    const runs = await prisma.automationRun.findMany({ where: { tenantId: context.tenantId } });
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['canceled']));
    const events = await prisma.event.findMany({
      where: { tenantId: context.tenantId, type: 'message.updated' },
    });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ legacyType: 'SMS_MESSAGE_STATUS', data: { status: 'failed' } });

    // The message that a sender had in its hands goes its way, and its place with it.
    await report(prepared, inHands.id, 'delivered');
    expect(await totals()).toEqual({ ...before, pending: 0, sent: 2, delivered: 1 });
    context.clock.advance(86_400_000);
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    expect(await prepared.runAll()).toBe(0);
    expect(await prisma.message.count({ where: { tenantId: context.tenantId } })).toBe(3);
  });

  test('409 for a campaign that is over or a draft; 404 for an unknown one', async () => {
    const { campaign, context } = await prepareCampaign(worlds);
    await cancelCampaign(context, campaign.id);
    await expect(cancelCampaign(context, campaign.id)).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
    const draft = await prepareCampaign(worlds, { isDraft: true });
    await expect(cancelCampaign(draft.context, draft.campaign.id)).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
    for (const wrong of [newId(), 'x', draft.campaign.id]) {
      await expect(cancelCampaign(context, wrong)).rejects.toMatchObject(refusal('campaign_not_found'));
    }
  });

  test('a campaign whose start was abandoned is shown as failed', async () => {
    const { campaign, context, status } = await prepareCampaign(worlds);
    await abandonCampaign(context, campaign.id);
    expect(await status()).toBe('failed');
    expect(await startOccurrence(context, campaign.id)).toBeNull();
  });
});

describe('a draft', () => {
  test('waits until it is started; from then on its rules count', async () => {
    const prepared = await prepareCampaign(worlds, {
      isDraft: true,
      recurrenceRules: ['FREQ=DAILY;COUNT=2'],
    });
    const { campaign, context } = prepared;
    expect(campaign).toMatchObject({ status: 'draft', nextOccurrenceAt: null });
    expect(await plannedStart(prepared)).toEqual([]);
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    context.clock.advance(5 * 3_600_000);
    const started = await startCampaign(context, campaign.id);
    const now = context.now().toISOString();
    expect(started).toMatchObject({ status: 'scheduled', nextOccurrenceAt: now });
    expect(await plannedStart(prepared)).toEqual([now]);
    await expect(startCampaign(context, campaign.id)).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
    await startOccurrence(context, campaign.id);
    expect(await plannedStart(prepared)).toEqual(['2026-11-15T14:30:00.000Z']);
  });

  test('400 on each recipient that does not exist', async () => {
    const { campaign, context, contactIds } = await prepareCampaign(worlds, { isDraft: true });
    const { channelId, automationId } = campaign;
    for (const contactId of [newId(), 'x', worlds.own.contact.id]) {
      const attempt = createCampaign(context, {
        name: 'Offer',
        channelId,
        automationId,
        variables: [{ name: 'code', value: 'A-1' }],
        contactIds: [contactIds[0] ?? '', contactId],
      });
      await expect(attempt).rejects.toMatchObject(validationErrors({ 'contactIds.1': 'not_found' }));
    }
  });
});

describe('update', () => {
  test('changes the given fields, replaces recipients, and computes the timing again', async () => {
    const prepared = await prepareCampaign(worlds);
    const { campaign, context, contactIds } = prepared;
    const contact = await createContact(worlds.database, context.tenantId);
    const scheduledAt = '2026-12-24T18:00:00.000Z';
    const updated = await updateCampaign(context, campaign.id, {
      name: 'Gifts',
      scheduledAt,
      variables: [{ name: 'code', value: 'B-2' }],
      contactIds: [contact.id, contactIds[0] ?? ''],
      contacts: [{ phoneNumber: contact.phoneNumber }],
    });
    expect(updated).toMatchObject({
      name: 'Gifts',
      status: 'scheduled',
      isScheduled: true,
      scheduledAt,
      nextOccurrenceAt: scheduledAt,
      channelId: campaign.channelId,
      variables: [{ name: 'code', value: 'B-2' }],
      totals: { recipients: 2 },
    });
    expect(await plannedStart(prepared)).toEqual([scheduledAt]);
    const later = await updateCampaign(context, campaign.id, { recurrenceRules: ['FREQ=DAILY'] });
    expect(later).toMatchObject({ isRecurring: true, nextOccurrenceAt: scheduledAt, name: 'Gifts' });
  });

  test('other rules for one that was sent already do not send it at once', async () => {
    const prepared = await prepareCampaign(worlds, {
      contactCount: 0,
      scheduledAt: '2026-11-14T09:00:00.000Z',
      recurrenceRules: ['FREQ=DAILY'],
    });
    const { campaign, context } = prepared;
    await startOccurrence(context, campaign.id);
    await finishCampaign(context, campaign.id);
    const updated = await updateCampaign(context, campaign.id, { recurrenceRules: ['FREQ=WEEKLY'] });
    expect(updated.nextOccurrenceAt).toBe('2026-11-21T09:00:00.000Z');
    await expect(updateCampaign(context, campaign.id, { contactIds: [] })).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
  });

  test('409 once it runs; 400 and 404 as on creation', async () => {
    const { campaign, context } = await prepareCampaign(worlds);
    const { other } = worlds;
    await expect(updateCampaign(context, campaign.id, { recurrenceRules: ['often'] })).rejects.toMatchObject(
      validationErrors({ 'recurrenceRules.0': 'invalid_string' }),
    );
    const wrong = [
      [{ channelId: other.channel.id }, 'channel_not_found'],
      [{ automationId: other.automation.id }, 'automation_not_found'],
      [{ messageTemplateId: other.messageTemplate.id }, 'message_template_not_found'],
    ] as const;
    for (const [change, code] of wrong) {
      await expect(updateCampaign(context, campaign.id, change)).rejects.toMatchObject(refusal(code));
    }
    const missing = { contactIds: [other.contact.id], contacts: [{ email: 'ada@example.com' }] };
    await expect(updateCampaign(context, campaign.id, missing)).rejects.toMatchObject(
      validationErrors({ 'contactIds.0': 'not_found' }),
    );
    const unknown = {
      contacts: [{ email: 'ada@example.com', attributes: [{ externalId: 'unknown', value: 'x' }] }],
    };
    await expect(updateCampaign(context, campaign.id, unknown)).rejects.toMatchObject(
      validationErrors({ 'contacts.0.attributes.0.externalId': 'not_found' }),
    );
    const channel = await createChannel(worlds.database, context.tenantId, { type: 'sms' });
    const moved = await updateCampaign(context, campaign.id, {
      channelId: channel.id,
      messageTemplateId: null,
    });
    expect(moved).toMatchObject({ channelId: channel.id, messageTemplateId: null });
    await startOccurrence(context, campaign.id);
    await expect(updateCampaign(context, campaign.id, { name: 'x' })).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
  });
});

describe('5,000 recipients', () => {
  test('are started in seconds, and canceled and deleted in seconds with all their messages', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 0, isDraft: true });
    const { campaign, context, totals } = prepared;
    const { database, tenantId } = context;
    const contacts = Array.from({ length: 5_000 }, (_, index) => ({
      phoneNumber: `+4940${String(index).padStart(7, '0')}`,
    }));
    await updateCampaign(context, campaign.id, { contacts });
    await startCampaign(context, campaign.id);
    const [start, started] = await measure(() => startOccurrence(context, campaign.id));
    expect(started).toMatchObject({ pending: 5_000, skipped: 0 });
    const [count, counted] = await measure(totals);
    expect(counted).toEqual({ ...noTotals, recipients: 5_000, pending: 5_000 });
    await writeMessages(tenantId, campaign.id);
    const [cancel, canceled] = await measure(() => cancelCampaign(context, campaign.id));
    expect(canceled.totals).toEqual({ ...noTotals, recipients: 5_000, canceled: 5_000 });
    expect(await database.prisma.message.count({ where: { tenantId, status: 'failed' } })).toBe(5_000);
    const [remove, removed] = await measure(() => deleteCampaign(context, campaign.id));
    expect(removed.deletedIds).toEqual([campaign.id]);
    expect(await database.prisma.message.count({ where: { tenantId, campaignSendId: null } })).toBe(5_000);
    expect(start).toBeLessThan(10_000);
    expect(count).toBeLessThan(1_000);
    expect(cancel).toBeLessThan(10_000);
    expect(remove).toBeLessThan(20_000);
  }, 120_000);

  async function measure<Result>(work: () => Promise<Result>): Promise<[milliseconds: number, Result]> {
    const startedAtMs = performance.now();
    const result = await work();
    return [performance.now() - startedAtMs, result];
  }

  /** What the runs would have written, without the minutes they take. */
  async function writeMessages(tenantId: string, campaignId: string): Promise<void> {
    await worlds.database.pool.query(
      `with chat as (
         insert into chats (tenant_id, id, channel_id, contact_id, handle_id)
         select handle.tenant_id, gen_random_uuid(), campaign.channel_id, handle.contact_id, handle.id
         from handles handle join campaigns campaign on campaign.id = $2
         where handle.tenant_id = $1
         returning tenant_id, id, channel_id, contact_id
       ), message as (
         insert into messages (tenant_id, id, chat_id, channel_id, sender, status, text, timestamp, campaign_send_id)
         select chat.tenant_id, gen_random_uuid(), chat.id, chat.channel_id, 'outbound', 'pending', 'Offer', now(), send.id
         from chat
         join campaign_recipients recipient on recipient.contact_id = chat.contact_id and recipient.campaign_id = $2
         join campaign_sends send on send.recipient_id = recipient.id
         returning id, campaign_send_id
       )
       select id, campaign_send_id from message`,
      [tenantId, campaignId],
    );
    await worlds.database.pool.query(
      `update campaign_sends send set message_id = message.id from messages message
       where message.campaign_send_id = send.id and send.campaign_id = $1`,
      [campaignId],
    );
  }
});
