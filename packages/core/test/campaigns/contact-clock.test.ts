import { describe, expect, test } from '@jest/globals';
import {
  campaignDetails,
  createCampaign,
  finishCampaign,
  getById,
  startOccurrence,
} from '../../src/index.js';
import { useWorlds } from '../use-worlds.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';
import { nine, prepareOnClocks } from './prepare-on-clocks.js';
import { report } from './report-status.js';

const worlds = useWorlds();
const { prisma } = worlds;

/** Performs the due runs every half hour up to a time; returns the times at which messages were created. */
async function sendUntil({ context, runAll }: PreparedCampaign, end: string): Promise<string[]> {
  const times: string[] = [];
  const count = () => prisma.message.count({ where: { tenantId: context.tenantId } });
  let sent = await count();
  while (context.clock.now() < new Date(end)) {
    await runAll();
    for (const total = await count(); sent < total; sent += 1) times.push(context.clock.now().toISOString());
    context.clock.advance(30 * 60_000);
  }
  return times;
}

async function reportSent(prepared: PreparedCampaign): Promise<void> {
  const messages = await prisma.message.findMany({
    where: { tenantId: prepared.context.tenantId, status: 'pending' },
  });
  for (const { id } of messages) await report(prepared, id, 'sent');
}

describe('a campaign with the zone "contact"', () => {
  test('begins for each contact when its own clock shows the time', async () => {
    const prepared = await prepareOnClocks(worlds);
    const { campaign, context } = prepared;
    // It is nine o'clock on 16 November at UTC+14.
    const first = '2026-11-15T19:00:00.000Z';
    expect(campaign).toMatchObject({ scheduledAt: first, nextOccurrenceAt: first, timeZone: 'contact' });
    context.clock.set(first);
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3 });
    expect(await sendUntil(prepared, '2026-11-16T18:00:00.000Z')).toEqual([
      '2026-11-15T20:00:00.000Z',
      '2026-11-16T08:00:00.000Z',
      '2026-11-16T17:00:00.000Z',
    ]);
  });

  test('holds back every step until then, and does not end before', async () => {
    const prepared = await prepareCampaign(worlds, {
      contactCount: 1,
      steps: [
        { type: 'set_variable', name: 'seen', value: 'yes' },
        { type: 'send_message', text: 'Hello' },
      ],
      isDraft: true,
    });
    const { context, contactIds } = prepared;
    const { channelId, automationId } = prepared.campaign;
    const campaign = await createCampaign(context, {
      name: 'Good morning',
      channelId,
      automationId,
      contactIds,
      scheduledAt: nine,
    });
    context.clock.set('2026-11-15T19:00:00.000Z');
    await startOccurrence(context, campaign.id);
    await prepared.runAll();
    const run = await prisma.automationRun.findFirstOrThrow({
      where: { tenantId: context.tenantId },
    });
    // The phone number of the contact is German.
    expect(run).toMatchObject({
      status: 'scheduled',
      position: 0,
      variables: expect.not.objectContaining({ seen: 'yes' }),
      scheduledAt: new Date('2026-11-16T08:00:00Z'),
    });
    expect(await finishCampaign(context, campaign.id)).toBe(false);
  });

  test('begins at once for contacts whose clock has passed the time', async () => {
    const prepared = await prepareOnClocks(worlds, { at: '2026-11-14T09:00:00' });
    const { campaign, context } = prepared;
    // It is 09:30 in London: nine o'clock is over in Auckland and Berlin, and to come in Los Angeles.
    await startOccurrence(context, campaign.id);
    expect(await sendUntil(prepared, '2026-11-14T18:00:00.000Z')).toEqual([
      '2026-11-14T09:30:00.000Z',
      '2026-11-14T09:30:00.000Z',
      '2026-11-14T17:00:00.000Z',
    ]);
  });

  test('recurs on the clock of each contact, also when daylight saving time begins', async () => {
    const prepared = await prepareOnClocks(worlds, {
      at: '2027-03-27T09:00:00',
      recurrenceRules: ['FREQ=DAILY;COUNT=2'],
    });
    const { campaign, context } = prepared;
    const times: string[] = [];
    for (const [start, end] of [
      ['2027-03-26T19:00:00.000Z', '2027-03-27T19:00:00.000Z'],
      ['2027-03-27T19:00:00.000Z', '2027-03-28T19:00:00.000Z'],
    ] as const) {
      context.clock.set(start);
      expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3 });
      times.push(...(await sendUntil(prepared, end)));
    }
    // In Auckland it is summer time all along. In Berlin it begins on the second day, and in Los Angeles it has begun.
    expect(times).toEqual([
      '2027-03-26T20:00:00.000Z',
      '2027-03-27T08:00:00.000Z',
      '2027-03-27T16:00:00.000Z',
      '2027-03-27T20:00:00.000Z',
      '2027-03-28T07:00:00.000Z',
      '2027-03-28T16:00:00.000Z',
    ]);
  });

  test('ends by the clock of each contact if its rule has an end', async () => {
    const recurrenceRules = ['FREQ=DAILY;UNTIL=20261117T090000Z'];
    const { campaign, context } = await prepareOnClocks(worlds, { recurrenceRules });
    const starts: (string | null)[] = [];
    for (const at of ['2026-11-15T19:00:00.000Z', '2026-11-16T19:00:00.000Z']) {
      context.clock.set(at);
      await startOccurrence(context, campaign.id);
      starts.push((await getById(context, campaignDetails, campaign.id)).nextOccurrenceAt);
    }
    expect(starts).toEqual(['2026-11-16T19:00:00.000Z', null]);
  });

  test('that starts late misses no day that is still to come for somebody', async () => {
    const prepared = await prepareOnClocks(worlds, {
      at: '2026-11-14T09:00:00',
      recurrenceRules: ['FREQ=DAILY;COUNT=3'],
    });
    const { campaign, context } = prepared;
    // At UTC+14 nine o'clock of 15 November is over; in Berlin it is 21:00 of the day before.
    context.clock.set('2026-11-14T20:00:00.000Z');
    await startOccurrence(context, campaign.id);
    const { nextOccurrenceAt } = await getById(context, campaignDetails, campaign.id);
    expect(nextOccurrenceAt).toBe('2026-11-14T19:00:00.000Z');
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3 });
    const times = await sendUntil(prepared, '2026-11-15T18:00:00.000Z');
    expect(times.slice(-2)).toEqual(['2026-11-15T08:00:00.000Z', '2026-11-15T17:00:00.000Z']);
  });

  test('ends each occurrence on its own, although the next one has begun elsewhere', async () => {
    const prepared = await prepareOnClocks(worlds, { recurrenceRules: ['FREQ=DAILY;COUNT=2'] });
    const { campaign, context, contactIds } = prepared;
    await prisma.contact.updateMany({
      where: { id: contactIds[2] ?? '' },
      data: { timeZone: 'Pacific/Honolulu' },
    });
    context.clock.set('2026-11-15T19:00:00.000Z');
    await startOccurrence(context, campaign.id);
    await sendUntil(prepared, '2026-11-16T19:00:00.000Z');
    await startOccurrence(context, campaign.id);
    // It is nine o'clock in Honolulu, where the run of the first day begins.
    await prepared.runAll();
    await reportSent(prepared);
    expect(await finishCampaign(context, campaign.id)).toBe(false);
    const occurrences = await prisma.campaignOccurrence.findMany({
      where: { campaignId: campaign.id },
      orderBy: { occursAt: 'asc' },
    });
    expect(occurrences.map(({ finishedAt }) => finishedAt !== null)).toEqual([true, false]);
    await sendUntil(prepared, '2026-11-17T19:30:00.000Z');
    await reportSent(prepared);
    expect(await finishCampaign(context, campaign.id)).toBe(true);
    expect((await getById(context, campaignDetails, campaign.id)).status).toBe('completed');
  });

  test('respects the quiet hours of its channel as well', async () => {
    const prepared = await prepareOnClocks(worlds);
    const { campaign, context } = prepared;
    await prisma.channel.updateMany({
      where: { id: campaign.channelId },
      data: { quietHours: { from: '21:00', to: '09:30', timeZone: 'contact' } },
    });
    context.clock.set('2026-11-15T19:00:00.000Z');
    await startOccurrence(context, campaign.id);
    expect(await sendUntil(prepared, '2026-11-16T18:00:00.000Z')).toEqual([
      '2026-11-15T20:30:00.000Z',
      '2026-11-16T08:30:00.000Z',
      '2026-11-16T17:30:00.000Z',
    ]);
  });

  test('does not wait again after a first step that waits', async () => {
    const steps = [
      { type: 'wait', seconds: 1_800 },
      { type: 'send_message', text: 'Hello' },
    ] as const;
    const prepared = await prepareCampaign(worlds, {
      contactCount: 1,
      steps,
      scheduledAt: undefined,
      isDraft: true,
    });
    const { context, contactIds } = prepared;
    const { channelId, automationId } = prepared.campaign;
    const values = { name: 'Later', channelId, automationId, contactIds, scheduledAt: nine };
    const campaign = await createCampaign(context, values);
    context.clock.set('2026-11-16T08:00:00.000Z');
    await startOccurrence(context, campaign.id);
    await prepared.runAll();
    const data = { timeZone: 'America/Los_Angeles' };
    await prisma.contact.updateMany({ where: { id: contactIds[0] ?? '' }, data });
    expect(await sendUntil(prepared, '2026-11-16T10:00:00.000Z')).toEqual(['2026-11-16T08:30:00.000Z']);
  });

  test('starts only while half of the waiting jobs are free', async () => {
    const { campaign, context } = await prepareOnClocks(worlds);
    context.clock.set('2026-11-15T19:00:00.000Z');
    const { tenantId } = context;
    await prisma.tenant.update({ where: { id: tenantId }, data: { limitOverrides: { waitingJobs: 100 } } });
    await prisma.waitingJobCount.create({ data: { tenantId, jobs: 50 } });
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    await prisma.waitingJobCount.update({ where: { tenantId }, data: { jobs: 49 } });
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3 });
  });

  test('follows a new zone of a contact until it begins', async () => {
    const prepared = await prepareOnClocks(worlds);
    const { campaign, context, contactIds } = prepared;
    context.clock.set('2026-11-15T19:00:00.000Z');
    await startOccurrence(context, campaign.id);
    await prepared.runAll();
    await prisma.contact.updateMany({
      where: { id: contactIds[1] ?? '' },
      data: { timeZone: 'America/New_York' },
    });
    const times = await sendUntil(prepared, '2026-11-16T18:00:00.000Z');
    expect(times).toEqual([
      '2026-11-15T20:00:00.000Z',
      '2026-11-16T14:00:00.000Z',
      '2026-11-16T17:00:00.000Z',
    ]);
  });
});
