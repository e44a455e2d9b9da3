import { beforeEach, describe, expect, it } from '@jest/globals';
import { useStage, useWorld } from '../../support/use-stage.js';
import { campaignCalls } from './campaign-calls.js';

describe('campaigns', () => {
  const stage = useStage();
  const world = useWorld(stage);
  const { createdBy } = campaignCalls(stage, world);

  describe('createCampaign 200', () => {
    beforeEach(world.renew);

    it('5,000 contacts at once, in less than two seconds of CPU time', async () => {
      const cpuMs: number[] = [];
      // Other work on the same cores makes CPU time longer, so the shortest of at most three attempts counts.
      while (cpuMs.length < 3 && !cpuMs.some((ms) => ms < 2_000)) cpuMs.push(await createLarge(cpuMs.length));
      expect(Math.min(...cpuMs)).toBeLessThan(2_000);
    });

    /** Creates a campaign to 5,000 new contacts, and returns the CPU time. */
    async function createLarge(attempt: number): Promise<number> {
      const contacts = Array.from({ length: 5_000 }, (_, index) => ({
        phoneNumber: `+4917${attempt}${String(index).padStart(7, '0')}`,
        firstName: 'Ada',
        labels: [{ name: 'Autumn' }],
      }));
      const cpuBefore = process.cpuUsage();
      const startedAt = performance.now();
      const created = await createdBy({ contacts });
      const wallMs = performance.now() - startedAt;
      const { user, system } = process.cpuUsage(cpuBefore);
      expect(created.totals.recipients).toBe(5_000);
      const stored = { where: { campaignId: created.id } };
      expect(await stage.database.prisma.campaignRecipient.count(stored)).toBe(5_000);
      expect(wallMs).toBeLessThan(30_000);
      return (user + system) / 1_000;
    }
  });
});
