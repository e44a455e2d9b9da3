import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, expectStatus, tokenOf, type World } from '@parley/testkit';
import { faultKeys } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { type Stage, startStage, startTime } from '../support/start-stage.js';

let stage: Stage;
let world: World;
let token: string;

beforeAll(async () => {
  stage = await startStage();
  world = await createWorld(stage.database);
  token = await tokenOf(world.key);
});

afterAll(() => stage?.stop());

const scheduledAt = '2026-12-24T17:00:00.000Z';
const recurrenceRules = ['FREQ=DAILY'];

interface BroadcastTiming {
  readonly isScheduled?: boolean;
  readonly scheduledAt?: string;
  readonly isReoccurring?: boolean;
  readonly recurrenceRules?: string[];
}

function create(timing: BroadcastTiming) {
  const body = { name: 'Autumn offer', workflowId: world.automation.id, ...timing };
  return stage.v2.call('createBroadcast', { params: { channelId: world.channel.id }, body, token });
}

async function findFirstOccurrence(id: string) {
  const campaign = await stage.database.prisma.campaign.findFirstOrThrow({ where: { id } });
  return campaign.nextOccurrenceAt?.toISOString();
}

describe('createBroadcast 200', () => {
  it.each([
    [{}, startTime, { isScheduled: false, isReoccurring: false }],
    [{ isScheduled: false, isReoccurring: false }, startTime, { isScheduled: false, isReoccurring: false }],
    [{ scheduledAt }, scheduledAt, { isScheduled: true, isReoccurring: false }],
    [{ scheduledAt, isScheduled: true }, scheduledAt, { isScheduled: true, isReoccurring: false }],
    [{ recurrenceRules }, startTime, { isScheduled: false, isReoccurring: true }],
    [{ recurrenceRules, isReoccurring: true }, startTime, { isScheduled: false, isReoccurring: true }],
    [{ scheduledAt, recurrenceRules }, scheduledAt, { isScheduled: true, isReoccurring: true }],
  ])('%j happens first at %s', async (timing, first, flags) => {
    const { data } = expectStatus(await create(timing), 200).body;
    expect(data).toMatchObject(flags);
    expect(await findFirstOccurrence(data.id)).toBe(new Date(first).toISOString());
  });
});

describe('createBroadcast 400', () => {
  it.each([
    [{ isScheduled: false, scheduledAt }, { isScheduled: 'invalid_enum_value' }],
    [{ isReoccurring: false, recurrenceRules }, { isReoccurring: 'invalid_enum_value' }],
    [
      { isScheduled: false, scheduledAt, isReoccurring: false, recurrenceRules },
      { isScheduled: 'invalid_enum_value', isReoccurring: 'invalid_enum_value' },
    ],
  ])('for %j, and nothing is sent', async (timing, expected) => {
    const before = await snapshotTenant(stage.database, world.tenant.id);
    expect(faultKeys(await create(timing))).toEqual(expected);
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });
});
