import { beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, expectStatus, tokenOf, type World } from '@parley/testkit';
import { type Stage, startTime } from '../support/start-stage.js';

export function describeBroadcastTiming(stage: Stage): void {
  let world: World;
  let token: string;

  beforeAll(async () => {
    world = await createWorld(stage.database);
    token = await tokenOf(world.key);
  });

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
      [{ scheduledAt, isReoccurring: false, recurrenceRules }, scheduledAt, { isReoccurring: false }],
    ])('the first occurrence of %j is at %s', async (timing, first, flags) => {
      const { data } = expectStatus(await create(timing), 200).body;
      expect(data).toMatchObject(flags);
      expect(await findFirstOccurrence(data.id)).toBe(new Date(first).toISOString());
    });
  });

  describe('createBroadcast 200, a flag that is false', () => {
    const off = { isScheduled: false, isReoccurring: false };

    it.each([
      { isScheduled: false, scheduledAt },
      { isReoccurring: false, recurrenceRules },
      { isReoccurring: false, recurrenceRules: ['every day'] },
      { ...off, scheduledAt, recurrenceRules },
    ])(
      'takes precedence over a date or rules: %j is sent once, now, and the response contains neither',
      async (timing) => {
        const { data } = expectStatus(await create(timing), 200).body;
        expect(data).toMatchObject(off);
        expect(data).not.toHaveProperty('scheduledAt');
        expect(data).not.toHaveProperty('recurrenceRules');
        const stored = await stage.database.prisma.campaign.findFirstOrThrow({ where: { id: data.id } });
        expect(stored).toMatchObject({
          scheduledAt: null,
          recurrenceRules: [],
          nextOccurrenceAt: new Date(startTime),
        });
      },
    );

    it('does not affect the other kind', async () => {
      const weekly = { ...off, isReoccurring: true, scheduledAt, recurrenceRules: ['FREQ=WEEKLY'] };
      const { data } = expectStatus(await create(weekly), 200).body;
      expect(data).toMatchObject({
        isScheduled: false,
        isReoccurring: true,
        recurrenceRules: ['FREQ=WEEKLY'],
      });
      expect(data).not.toHaveProperty('scheduledAt');
    });
  });
}
