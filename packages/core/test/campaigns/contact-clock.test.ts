import { describe, expect, test } from '@jest/globals';
import { createCampaign, finishCampaign, startOccurrence, updateCampaign } from '../../src/index.js';
import { validationErrors } from '../refusals.js';
import { useWorlds } from '../use-worlds.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();

const nine = { at: '2026-11-16T09:00:00', timeZone: 'contact' };
const zones = ['Pacific/Auckland', 'Europe/Berlin', 'America/Los_Angeles'];

/** Prepares a campaign at nine o'clock of each contact, in three zones. */
async function prepare(values: { recurrenceRules?: readonly string[]; at?: string } = {}) {
  const { at = nine.at, recurrenceRules = [] } = values;
  const prepared = await prepareCampaign(worlds, { contactCount: 3, isDraft: true });
  for (const [index, id] of prepared.contactIds.entries())
    await worlds.database.prisma.contact.updateMany({
      where: { id },
      data: { timeZone: zones[index] ?? null },
    });
  const { channelId, automationId } = prepared.campaign;
  const campaign = await createCampaign(prepared.context, {
    name: 'Good morning',
    channelId,
    automationId,
    contactIds: prepared.contactIds,
    variables: [{ name: 'code', value: 'A-1' }],
    scheduledAt: { ...nine, at },
    recurrenceRules,
  });
  return { ...prepared, campaign };
}

/** Returns the times at which messages were created, up to a time, if a worker runs the due runs of every half hour. */
async function sendUntil({ context, runAll }: PreparedCampaign, end: string): Promise<string[]> {
  const times: string[] = [];
  const { prisma } = worlds.database;
  const count = () => prisma.message.count({ where: { tenantId: context.tenantId } });
  let sent = await count();
  while (context.clock.now() < new Date(end)) {
    await runAll();
    for (const total = await count(); sent < total; sent += 1) times.push(context.clock.now().toISOString());
    context.clock.advance(30 * 60_000);
  }
  return times;
}

describe('a campaign with the zone "contact"', () => {
  test('begins for each contact when its own clock shows the time', async () => {
    const prepared = await prepare();
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
    const run = await worlds.database.prisma.automationRun.findFirstOrThrow({
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
    const prepared = await prepare({ at: '2026-11-14T09:00:00' });
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
    const prepared = await prepare({ at: '2027-03-27T09:00:00', recurrenceRules: ['FREQ=DAILY;COUNT=2'] });
    const { campaign, context } = prepared;
    for (const at of ['2027-03-26T19:00:00.000Z', '2027-03-27T19:00:00.000Z']) {
      context.clock.set(at);
      expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3 });
    }
    context.clock.set('2027-03-27T19:00:00.000Z');
    const times = await sendUntil(prepared, '2027-03-28T18:00:00.000Z');
    // The runs of the first day are due; of the second, Berlin is one hour earlier than the day before.
    expect(times.slice(3)).toEqual([
      '2027-03-27T20:00:00.000Z',
      '2027-03-28T07:00:00.000Z',
      '2027-03-28T16:00:00.000Z',
    ]);
  });

  test('follows a new zone of a contact until it begins', async () => {
    const prepared = await prepare();
    const { campaign, context, contactIds } = prepared;
    context.clock.set('2026-11-15T19:00:00.000Z');
    await startOccurrence(context, campaign.id);
    await prepared.runAll();
    await worlds.database.prisma.contact.updateMany({
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

describe('an update', () => {
  test('with a local time of the contacts follows their clocks, and with an instant no longer', async () => {
    const { context, campaign } = await prepareCampaign(worlds, { timeZone: 'Asia/Tokyo', isDraft: true });
    const refused = updateCampaign(context, campaign.id, { scheduledAt: nine, timeZone: 'Asia/Tokyo' });
    await expect(refused).rejects.toMatchObject(validationErrors({ timeZone: 'invalid_string' }));
    const following = await updateCampaign(context, campaign.id, { scheduledAt: nine });
    expect(following).toMatchObject({ scheduledAt: '2026-11-15T19:00:00.000Z', timeZone: 'contact' });
    const renamed = await updateCampaign(context, campaign.id, { name: 'Other' });
    expect(renamed).toMatchObject({ scheduledAt: '2026-11-15T19:00:00.000Z', timeZone: 'contact' });
    const scheduledAt = '2026-11-20T09:00:00.000Z';
    const fixed = await updateCampaign(context, campaign.id, { scheduledAt });
    expect(fixed).toMatchObject({ scheduledAt, timeZone: null });
  });

  test('that changes only the zone is refused, because the time would be another one', async () => {
    const { context, campaign } = await prepare();
    for (const timeZone of ['Europe/Berlin', null]) {
      const refused = updateCampaign(context, campaign.id, { timeZone });
      await expect(refused).rejects.toMatchObject(validationErrors({ scheduledAt: 'invalid_type' }));
    }
    const scheduledAt = '2026-11-20T09:00:00.000Z';
    const moved = await updateCampaign(context, campaign.id, { timeZone: 'Europe/Berlin', scheduledAt });
    expect(moved).toMatchObject({ timeZone: 'Europe/Berlin', scheduledAt });
  });

  test('with the zone "contact" needs a local time of the contacts', async () => {
    const { context, campaign } = await prepareCampaign(worlds, { isDraft: true });
    const scheduledAt = '2026-11-20T09:00:00.000Z';
    for (const change of [{ timeZone: 'contact' }, { timeZone: 'contact', scheduledAt }]) {
      const refused = updateCampaign(context, campaign.id, change);
      await expect(refused).rejects.toMatchObject(validationErrors({ timeZone: 'invalid_string' }));
    }
    const both = await updateCampaign(context, campaign.id, { timeZone: 'contact', scheduledAt: nine });
    expect(both).toMatchObject({ timeZone: 'contact' });
  });
});
