import { describe, expect, test } from '@jest/globals';
import { runInTransaction } from '@parley/database';
import { hasRoomForOccurrence } from '../../src/campaigns/room-for-occurrence.js';
import { createCampaign, startOccurrence } from '../../src/index.js';
import { useWorlds } from '../use-worlds.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();

describe('an occurrence of a workspace', () => {
  test('that has as many waiting jobs as its limit starts later, when there is room, and then completely', async () => {
    const prepared = await prepareCampaign(worlds);
    const { context, campaign } = prepared;
    await setJobs(prepared, { limit: 5, waiting: 5 });
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    expect([await prepared.status(), await prepared.sends()]).toEqual(['scheduled', []]);
    expect(await secondsUntilStart(prepared)).toBeCloseTo(5, 0);
    await setJobs(prepared, { limit: 5, waiting: 4 });
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3 });
  });

  test('counts its runs at once, so that the next campaign waits', async () => {
    const prepared = await prepareCampaign(worlds);
    const { context, campaign, contactIds } = prepared;
    const { channelId, automationId } = campaign;
    const variables = [{ name: 'code', value: 'A-2' }];
    const values = { name: 'Second', channelId, automationId, contactIds, variables };
    const second = await createCampaign(context, values);
    await setJobs(prepared, { limit: 5, waiting: 2 });
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3 });
    expect(await startOccurrence(context, second.id)).toBeNull();
  });

  test('does not start at the same time as another one of the workspace', async () => {
    const { context, campaign } = await prepareCampaign(worlds);
    await runInTransaction(worlds.database, async (transaction) => {
      expect(await hasRoomForOccurrence(transaction, context)).toBe(true);
      expect(await startOccurrence(context, campaign.id)).toBeNull();
    });
    expect(await startOccurrence(context, campaign.id)).toMatchObject({ pending: 3 });
  });
});

async function setJobs(
  { context: { tenantId } }: PreparedCampaign,
  { limit, waiting: jobs }: { limit: number; waiting: number },
): Promise<void> {
  const { prisma } = worlds.database;
  await prisma.tenant.update({ where: { id: tenantId }, data: { limitOverrides: { waitingJobs: limit } } });
  await prisma.waitingJobCount.upsert({
    where: { tenantId },
    create: { tenantId, jobs },
    update: { jobs },
  });
}

/** Returns the time until the job that starts the campaign is due. */
async function secondsUntilStart({ context, campaign }: PreparedCampaign): Promise<number> {
  const { rows } = await worlds.database.pool.query<{ runAt: Date }>(
    'select run_at as "runAt" from graphile_worker._private_jobs where key = $1',
    [`start-campaign:${context.tenantId}:${campaign.id}`],
  );
  return (Number(rows[0]?.runAt) - context.now().getTime()) / 1_000;
}
