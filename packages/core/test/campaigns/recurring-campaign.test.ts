import { describe, expect, test } from '@jest/globals';
import type { CampaignChange } from '../../src/campaigns/campaign-update.js';
import { finishCampaign, startOccurrence, updateCampaign, updateWorkspace } from '../../src/index.js';
import { setTenantTimeZone } from '../../src/tenants/administer-tenants.js';
import { validationErrors } from '../refusals.js';
import { createAutomation } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';
import { noTotals, plannedStart, report } from './report-status.js';

const worlds = useWorlds();

type PreparedOptions = NonNullable<Parameters<typeof prepareCampaign>[1]>;
const inTokyo = { at: '2027-01-05T09:00:00', timeZone: 'Asia/Tokyo' };

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

  test.each([
    ['Europe/Berlin', '2027-03-27T08:00:00.000Z', '2027-03-28T07:00:00.000Z'],
    ['Europe/Berlin', '2027-10-30T07:00:00.000Z', '2027-10-31T08:00:00.000Z'],
    ['America/New_York', '2027-03-13T14:00:00.000Z', '2027-03-14T13:00:00.000Z'],
    ['America/New_York', '2027-11-06T13:00:00.000Z', '2027-11-07T14:00:00.000Z'],
  ])('keeps its local time when the clock of %s changes after %s', async (zone, scheduledAt, next) => {
    for (const [timeZone, workspaceZone] of [
      [zone, 'Asia/Tokyo'],
      [undefined, zone],
    ]) {
      const prepared = await prepareCampaign(worlds, {
        scheduledAt,
        recurrenceRules: ['FREQ=DAILY'],
        timeZone,
      });
      const { campaign, context } = prepared;
      await worlds.database.prisma.tenant.update({
        where: { id: context.tenantId },
        data: { timeZone: workspaceZone ?? 'UTC' },
      });
      expect(campaign.timeZone).toBe(timeZone ?? null);
      context.clock.set(scheduledAt);
      await startOccurrence(context, campaign.id);
      expect(await plannedStart(prepared)).toEqual([next]);
    }
  });

  test('follows the zone of its local time when it has no zone of its own', async () => {
    const scheduledAt = { at: '2027-03-27T09:00:00', timeZone: 'Europe/Berlin' };
    const recurrenceRules = ['FREQ=DAILY'];
    const prepared = await prepareCampaign(worlds, { scheduledAt, recurrenceRules });
    const { campaign, context } = prepared;
    expect(campaign).toMatchObject({
      scheduledAt: '2027-03-27T08:00:00.000Z',
      timeZone: 'Europe/Berlin',
      nextOccurrenceAt: '2027-03-27T08:00:00.000Z',
    });
    context.clock.set('2027-03-27T08:00:00.000Z');
    await startOccurrence(context, campaign.id);
    expect(await plannedStart(prepared)).toEqual(['2027-03-28T07:00:00.000Z']);
  });

  test.each<[string, PreparedOptions, CampaignChange, string | null]>([
    ['of an update', { recurrenceRules: ['FREQ=DAILY'] }, { scheduledAt: inTokyo }, 'Asia/Tokyo'],
    ['of an update with rules', {}, { scheduledAt: inTokyo, recurrenceRules: ['FREQ=DAILY'] }, 'Asia/Tokyo'],
    [
      'of an update, but not instead of a zone that was chosen',
      { recurrenceRules: ['FREQ=DAILY'], timeZone: 'Europe/Berlin' },
      { scheduledAt: inTokyo },
      'Europe/Berlin',
    ],
    [
      'but not instead of the zone in the same request',
      { recurrenceRules: ['FREQ=DAILY'] },
      { scheduledAt: inTokyo, timeZone: null },
      null,
    ],
    ['but not without rules', {}, { scheduledAt: inTokyo }, null],
    [
      'but not by the name of an owner',
      { recurrenceRules: ['FREQ=DAILY'] },
      { scheduledAt: { ...inTokyo, timeZone: 'workspace' } },
      null,
    ],
  ])('has the zone of its local time %s', async (_case, options, change, timeZone) => {
    const { campaign, context } = await prepareCampaign(worlds, options);
    expect(await updateCampaign(context, campaign.id, change)).toMatchObject({ timeZone });
  });

  test('gets another time when its zone changes, and none when it has no rules', async () => {
    const rule = 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0';
    const prepared = await prepareCampaign(worlds, { recurrenceRules: [rule], timeZone: 'Europe/Berlin' });
    const { campaign, context } = prepared;
    expect(campaign.nextOccurrenceAt).toBe('2026-11-15T08:00:00.000Z');
    const changed = await updateCampaign(context, campaign.id, { timeZone: 'America/New_York' });
    expect(changed).toMatchObject({
      timeZone: 'America/New_York',
      nextOccurrenceAt: '2026-11-14T14:00:00.000Z',
    });
    const reset = await updateCampaign(context, campaign.id, { timeZone: null });
    expect(reset).toMatchObject({ timeZone: null, nextOccurrenceAt: '2026-11-15T09:00:00.000Z' });
    const once = await prepareCampaign(worlds, { scheduledAt: '2026-12-01T09:00:00.000Z' });
    const same = await updateCampaign(once.context, once.campaign.id, { timeZone: 'Asia/Tokyo' });
    expect(same).toMatchObject({ timeZone: 'Asia/Tokyo', nextOccurrenceAt: '2026-12-01T09:00:00.000Z' });
  });

  test('that only gets another zone keeps the start of its rules, with COUNT and without BYHOUR', async () => {
    const prepared = await prepareCampaign(worlds, {
      recurrenceRules: ['FREQ=DAILY;COUNT=3'],
      timeZone: 'Europe/Berlin',
    });
    const { campaign, context } = prepared;
    await prepared.send();
    for (const { messageId } of await prepared.sends()) await report(prepared, messageId, 'sent');
    await finishCampaign(context, campaign.id);
    context.clock.advance(3 * 3_600_000);
    const changed = await updateCampaign(context, campaign.id, { timeZone: 'Asia/Tokyo' });
    expect(changed).toMatchObject({ timeZone: 'Asia/Tokyo', nextOccurrenceAt: '2026-11-15T09:30:00.000Z' });
    context.clock.set('2026-11-15T09:30:00.000Z');
    await startOccurrence(context, campaign.id);
    expect(await plannedStart(prepared)).toEqual(['2026-11-16T09:30:00.000Z']);
    context.clock.set('2026-11-16T09:30:00.000Z');
    await startOccurrence(context, campaign.id);
    expect(await nextOf(prepared)).toBeNull();
  });

  test('that only gets another zone before its first occurrence keeps its start, or skips a time that is over', async () => {
    const weekly = await prepareCampaign(worlds, { recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO'] });
    weekly.context.clock.advance(3 * 3_600_000);
    const later = await updateCampaign(weekly.context, weekly.campaign.id, { timeZone: 'Asia/Tokyo' });
    expect(later.nextOccurrenceAt).toBe('2026-11-16T09:30:00.000Z');
    const rule = 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0';
    const daily = await prepareCampaign(worlds, { recurrenceRules: [rule] });
    daily.context.clock.set('2026-11-14T18:00:00.000Z');
    const changed = await updateCampaign(daily.context, daily.campaign.id, { timeZone: 'America/New_York' });
    expect(changed.nextOccurrenceAt).toBe('2026-11-15T14:00:00.000Z');
    const due = await prepareCampaign(worlds, { recurrenceRules: ['FREQ=WEEKLY'] });
    due.context.clock.advance(60_000);
    const stays = await updateCampaign(due.context, due.campaign.id, { timeZone: 'Asia/Tokyo' });
    expect(stays.nextOccurrenceAt).toBe(due.campaign.nextOccurrenceAt);
  });

  test('without a zone of its own moves with that of the workspace', async () => {
    const rule = 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0';
    const prepared = await prepareCampaign(worlds, { recurrenceRules: [rule] });
    const { campaign, context } = prepared;
    expect(await nextOf(prepared)).toBe('2026-11-15T09:00:00.000Z');
    await updateWorkspace(context, { timeZone: 'America/New_York' });
    expect(await plannedStart(prepared)).toEqual([context.now().toISOString()]);
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    const moved = '2026-11-14T14:00:00.000Z';
    expect([await nextOf(prepared), await plannedStart(prepared)]).toEqual([moved, [moved]]);
    context.clock.set(moved);
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3 });
    expect(await plannedStart(prepared)).toEqual(['2026-11-15T14:00:00.000Z']);
    const behind = { ...context, now: () => new Date('2026-11-14T13:59:59.000Z') };
    await startOccurrence(behind, campaign.id);
    expect(await plannedStart(prepared)).toEqual(['2026-11-15T14:00:00.000Z']);
    await setTenantTimeZone(worlds.database, { tenant: context.tenantId, timeZone: 'Europe/Berlin' });
    await startOccurrence(context, campaign.id);
    expect(await plannedStart(prepared)).toEqual(['2026-11-15T08:00:00.000Z']);
  });

  test('with a zone of its own or a date does not move with the zone of the workspace', async () => {
    const recurrenceRules = ['FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0'];
    const scheduledAt = '2026-11-20T10:00:00.000Z';
    const own = await prepareCampaign(worlds, { recurrenceRules, timeZone: 'Europe/Berlin' });
    const dated = await prepareCampaign(worlds, { recurrenceRules, scheduledAt });
    for (const { context, campaign } of [own, dated]) {
      await updateWorkspace(context, { timeZone: 'Asia/Tokyo' });
      await startOccurrence(context, campaign.id);
    }
    expect(await plannedStart(own)).toEqual(['2026-11-15T08:00:00.000Z']);
    expect([await nextOf(dated), await plannedStart(dated)]).toEqual([scheduledAt, [scheduledAt]]);
  });

  test('starts when it gets another automation while its job waits for it', async () => {
    const prepared = await prepareCampaign(worlds);
    const { campaign, context } = prepared;
    const { id } = await createAutomation(worlds.database, context.tenantId);
    const started = await whileHeld(worlds.database, {
      hold: (client) =>
        client.query('update campaigns set automation_id = $1 where id = $2', [id, campaign.id]),
      work: () => startOccurrence(context, campaign.id),
    });
    expect(started).toMatchObject({ pending: 3 });
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

async function nextOf({ campaign }: PreparedCampaign): Promise<string | null> {
  const where = { id: campaign.id };
  const { nextOccurrenceAt } = await worlds.database.prisma.campaign.findFirstOrThrow({ where });
  return nextOccurrenceAt?.toISOString() ?? null;
}
