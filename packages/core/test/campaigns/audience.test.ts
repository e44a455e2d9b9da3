import { describe, expect, test } from '@jest/globals';
import {
  abandonCampaign,
  campaignDetails,
  createSegment,
  deactivateAutomation,
  deleteSegment,
  finishCampaign,
  getById,
  type NewCampaign,
  resolveAudience,
  segments,
  startOccurrence,
  updateCampaign,
  updateSegment,
} from '../../src/index.js';
import { failOnSecondCall } from '../fail-on-second-call.js';
import { createContact } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';

const audienceBatch = 5;
const worlds = useWorlds({ audienceBatch });

const everybody = 'startsWith(firstName,"Person")';

/** Prepares a campaign with an audience in a tenant with these contacts, and one that does not match. */
async function prepare(values: Partial<NewCampaign> = {}, contactCount = 3): Promise<PreparedCampaign> {
  const prepared = await prepareCampaign(worlds, {
    contactCount: 0,
    contactIds: [],
    audience: { query: everybody },
    ...values,
  });
  await addPeople(prepared, contactCount);
  const createdAt = prepared.context.now();
  await createContact(worlds.database, prepared.context.tenantId, { firstName: 'Other', createdAt });
  return prepared;
}

/** Adds contacts with a phone number, in one statement. */
async function addPeople({ context }: PreparedCampaign, count: number, isSubscribed = true): Promise<void> {
  await worlds.database.pool.query(
    `with person as (
       insert into contacts (tenant_id, id, first_name, phone_number, is_subscribed, created_at, updated_at)
       select $1, gen_random_uuid(), 'Person', '+4930' || (1000000 + number), $3, $4, $4
       from generate_series(1, $2::int) as number returning tenant_id, id, phone_number
     )
     insert into handles (tenant_id, id, contact_id, type, value, created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, 'phone_number', $5 || phone_number, $4, $4 from person`,
    [context.tenantId, count, isSubscribed, context.now(), isSubscribed ? '' : '+99'],
  );
}

/** Resolves batches until nothing is left; returns the number of batches. */
async function resolveAll({ context, campaign }: PreparedCampaign): Promise<number> {
  for (let batches = 0; ; batches += 1) {
    if ((await resolveAudience(context, campaign.id)) === null) return batches;
  }
}

const countRows = async ({ campaign }: PreparedCampaign) => {
  const { prisma } = worlds.database;
  const where = { campaignId: campaign.id };
  const recipients = await prisma.campaignRecipient.count({ where });
  const sends = await prisma.campaignSend.count({ where });
  const runs = await prisma.automationRun.count({ where: { tenantId: campaignTenant(campaign.id) } });
  return { recipients, sends, runs };
};

const tenants = new Map<string, string>();
const campaignTenant = (campaignId: string) => tenants.get(campaignId) ?? '';
const remember = (prepared: PreparedCampaign) => {
  tenants.set(prepared.campaign.id, prepared.context.tenantId);
  return prepared;
};

describe('an audience', () => {
  test('is found when the occurrence starts, each contact once, without those that do not match', async () => {
    const prepared = remember(await prepare());
    const { context, campaign } = prepared;
    expect(await prepared.totals()).toMatchObject({ recipients: 0, pending: 0 });
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 0, skipped: 0 });
    expect(await finishCampaign(context, campaign.id)).toBe(false);
    expect(await resolveAudience(context, campaign.id)).toEqual({ pending: 3, skipped: 0, isComplete: true });
    expect(await resolveAudience(context, campaign.id)).toBeNull();
    expect(await countRows(prepared)).toEqual({ recipients: 3, sends: 3, runs: 3 });
    expect(await prepared.runAll()).toBe(3);
    expect(await prepared.totals()).toMatchObject({ recipients: 3, pending: 3 });
  });

  test('with nobody completes the campaign', async () => {
    const prepared = await prepare({ audience: { query: 'eq(firstName,"Nobody")' } });
    const { context, campaign } = prepared;
    await startOccurrence(context, campaign.id);
    expect(await resolveAll(prepared)).toBe(1);
    expect(await finishCampaign(context, campaign.id)).toBe(true);
    expect(await prepared.status()).toBe('completed');
  });

  test('skips contacts that are not subscribed, and contacts that were created after the start', async () => {
    const prepared = await prepare();
    const { context, campaign } = prepared;
    await addPeople(prepared, 2, false);
    await startOccurrence(context, campaign.id);
    const { tenantId } = context;
    const later = new Date(context.now().getTime() + 1);
    await createContact(worlds.database, tenantId, { firstName: 'Person', createdAt: later });
    expect(await resolveAudience(context, campaign.id)).toMatchObject({ pending: 3, skipped: 2 });
    expect(await prepared.totals()).toMatchObject({ recipients: 5, pending: 3, skipped: 2 });
  });

  test('comes in batches; one that is interrupted is repeated, and nobody is added twice or left out', async () => {
    const prepared = remember(await prepare({}, audienceBatch + 5));
    const { context, campaign } = prepared;
    await startOccurrence(context, campaign.id);
    expect(await resolveAudience(context, campaign.id)).toMatchObject({ isComplete: false });
    const interrupted = { ...context, now: failOnSecondCall(context.now) };
    await expect(resolveAudience(interrupted, campaign.id)).rejects.toThrow('killed');
    expect((await countRows(prepared)).sends).toBe(audienceBatch);
    const both = [resolveAudience(context, campaign.id), resolveAudience(context, campaign.id)];
    await Promise.all(both);
    await resolveAll(prepared);
    const count = audienceBatch + 5;
    expect(await countRows(prepared)).toEqual({ recipients: count, sends: count, runs: count });
  });

  test('is found once when a deadlock repeats the transaction of the start or of a batch', async () => {
    const prepared = remember(await prepare());
    const { context, campaign } = prepared;
    const repeated = () => ({ ...context, now: failOnSecondCall(context.now, deadlock()) });
    await startOccurrence(repeated(), campaign.id);
    expect(await resolveAudience(repeated(), campaign.id)).toMatchObject({ pending: 3, isComplete: true });
    expect(await countRows(prepared)).toEqual({ recipients: 3, sends: 3, runs: 3 });
  });

  test('of an occurrence that starts while the end of the campaign waits is not ended', async () => {
    const prepared = await prepare({ audience: { query: 'eq(firstName,"Nobody")' } });
    const { context, campaign } = prepared;
    await startOccurrence(context, campaign.id);
    await resolveAll(prepared);
    const isFinished = await whileHeld(worlds.database, {
      async hold(client) {
        const values = [context.tenantId, campaign.id];
        await client.query(
          'select from campaigns where tenant_id = $1 and id = $2 for no key update',
          values,
        );
        await client.query(
          `insert into campaign_occurrences (tenant_id, created_at, updated_at, started_at, campaign_id, id, occurs_at,
             audience_query)
           values ($1, $3, $3, $3, $2, gen_random_uuid(), $3::timestamptz + interval '1 day', $4)`,
          [...values, context.now(), everybody],
        );
      },
      work: () => finishCampaign(context, campaign.id),
    });
    expect(isFinished).toBe(false);
    expect(await prepared.status()).toBe('running');
    expect(await resolveAudience(context, campaign.id)).toMatchObject({ pending: 3, isComplete: true });
  });

  test('whose automation is deactivated between two batches fails the campaign, and its occurrence ends', async () => {
    const prepared = await prepare();
    const { context, campaign } = prepared;
    await startOccurrence(context, campaign.id);
    await deactivateAutomation(context, campaign.automationId);
    expect(await resolveAudience(context, campaign.id)).toBeNull();
    expect(await getById(context, campaignDetails, campaign.id)).toMatchObject({
      status: 'failed',
      failureReason: { code: 'automation_not_active' },
    });
    expect(await occurrencesOf(prepared)).toEqual([{ finishedAt: context.now(), audienceQuery: null }]);
  });

  test('that no worker could add fails the campaign, and its occurrence ends', async () => {
    const prepared = await prepare();
    const { context, campaign } = prepared;
    await startOccurrence(context, campaign.id);
    await abandonCampaign(context, campaign.id);
    expect(await prepared.status()).toBe('failed');
    expect(await occurrencesOf(prepared)).toEqual([{ finishedAt: context.now(), audienceQuery: null }]);
  });

  test.each([' ', '\n'])(
    'without a condition (%j) fails the campaign, and nobody is found',
    async (query) => {
      const prepared = remember(await prepare());
      const { context, campaign } = prepared;
      const data = { audienceQuery: query };
      await worlds.database.prisma.campaign.updateMany({ where: { id: campaign.id }, data });
      expect(await startOccurrence(context, campaign.id)).toBeNull();
      expect(await prepared.status()).toBe('failed');
      expect((await countRows(prepared)).recipients).toBe(0);
    },
  );

  test('of a canceled campaign is not resolved further', async () => {
    const prepared = remember(await prepare());
    const { context, campaign } = prepared;
    await startOccurrence(context, campaign.id);
    await worlds.database.prisma.campaign.updateMany({
      where: { id: campaign.id },
      data: { status: 'canceled' },
    });
    expect(await resolveAudience(context, campaign.id)).toBeNull();
    expect((await countRows(prepared)).sends).toBe(0);
  });

  test('waits while the workspace has too many waiting jobs', async () => {
    const prepared = await prepare();
    const { context, campaign } = prepared;
    await startOccurrence(context, campaign.id);
    await setLimits(prepared, { waitingJobs: 0 });
    expect(await resolveAudience(context, campaign.id)).toBeNull();
    await setLimits(prepared, {});
    expect(await resolveAudience(context, campaign.id)).toMatchObject({ pending: 3 });
  });

  test('larger than the limit of the workspace fails the campaign, and nothing is sent', async () => {
    const prepared = await prepare();
    const { context, campaign } = prepared;
    await setLimits(prepared, { audienceContacts: 2 });
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    expect(await getById(context, campaignDetails, campaign.id)).toMatchObject({
      status: 'failed',
      failureReason: {
        code: 'audience_too_large',
        message: 'The audience had more than 2 contacts when the occurrence was due.',
      },
    });
    await setLimits(prepared, { audienceContacts: 3 });
    const second = await prepare();
    await setLimits(second, { audienceContacts: 3 });
    expect(await startOccurrence(second.context, second.campaign.id)).not.toBeNull();
  });

  test.each(['before', 'after'])('whose expression becomes invalid %s the start fails', async (moment) => {
    const prepared = await prepare();
    const { context, campaign } = prepared;
    if (moment === 'after') await startOccurrence(context, campaign.id);
    const data = { audienceQuery: 'eq(attributes.gone,"x")' };
    await worlds.database.prisma.campaign.updateMany({ where: { id: campaign.id }, data });
    await worlds.database.prisma.campaignOccurrence.updateMany({ where: { campaignId: campaign.id }, data });
    const run = moment === 'after' ? resolveAudience : startOccurrence;
    expect(await run(context, campaign.id)).toBeNull();
    expect(await getById(context, campaignDetails, campaign.id)).toMatchObject({
      status: 'failed',
      failureReason: { code: 'audience_invalid' },
    });
    for (const occurrence of await occurrencesOf(prepared)) {
      expect(occurrence).toEqual({ finishedAt: context.now(), audienceQuery: null });
    }
  });

  test('is found anew for each occurrence, by the segment as it is then', async () => {
    const prepared = await prepare({
      audience: null,
      scheduledAt: worlds.context().now().toISOString(),
      isRecurring: true,
      recurrenceRules: ['FREQ=DAILY;COUNT=2'],
    });
    const { context, campaign } = prepared;
    const segment = await createSegment(context, { name: 'People', query: everybody });
    await updateCampaign(context, campaign.id, { audience: { segmentId: segment.id.toUpperCase() } });
    await startOccurrence(context, campaign.id);
    await resolveAll(prepared);
    await updateSegment(context, { segmentId: segment.id, query: 'in(firstName,"Other")' });
    const tomorrow = { ...context, now: () => new Date(context.now().getTime() + 86_400_000) };
    await startOccurrence(tomorrow, campaign.id);
    expect(await resolveAll({ ...prepared, context: tomorrow })).toBe(1);
    expect(await prepared.totals()).toMatchObject({ recipients: 4 });
    expect(await prepared.sends()).toHaveLength(4);
  });
});

describe('deleting a segment', () => {
  test('is refused while a campaign that has not ended uses it; later the campaign keeps the expression', async () => {
    const prepared = await prepare({ audience: null });
    const { context, campaign } = prepared;
    const segment = await createSegment(context, { name: 'People', query: everybody });
    await updateCampaign(context, campaign.id, { audience: { segmentId: segment.id } });
    await expect(deleteSegment(context, segment.id)).rejects.toMatchObject({ code: 'segment_in_use' });
    expect(await getById(context, segments, segment.id)).toEqual(segment);
    await startOccurrence(context, campaign.id);
    await expect(deleteSegment(context, segment.id)).rejects.toMatchObject({ code: 'segment_in_use' });
    await worlds.database.prisma.campaign.updateMany({
      where: { id: campaign.id },
      data: { status: 'completed' },
    });
    expect(await deleteSegment(context, segment.id)).toMatchObject({ deletedIds: [segment.id] });
    expect(await getById(context, campaignDetails, campaign.id)).toMatchObject({
      audienceQuery: everybody,
      segmentId: null,
    });
  });
});

const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });

const occurrencesOf = ({ campaign }: PreparedCampaign) =>
  worlds.database.prisma.campaignOccurrence.findMany({
    where: { campaignId: campaign.id },
    select: { finishedAt: true, audienceQuery: true },
  });

async function setLimits(
  { context: { tenantId: id } }: PreparedCampaign,
  limitOverrides: Record<string, number>,
): Promise<void> {
  await worlds.database.prisma.tenant.update({ where: { id }, data: { limitOverrides } });
}
