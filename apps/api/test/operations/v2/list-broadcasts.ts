import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createCampaign, expectStatus } from '@parley/testkit';
import { testMetricsToken } from '@parley/testkit/app';

import type { Stage } from '../support/start-stage.js';
import type { RenewableWorld } from '../support/use-stage.js';

export function describeBroadcastList(stage: Stage, world: RenewableWorld): void {
  describe('listBroadcasts 200', () => {
    beforeEach(world.renew);

    it('returns the broadcasts of the channel, newest first, and omits fields without a value', async () => {
      const { database } = stage;
      const automationId = world.automation.id;
      const plain = await createCampaign(database, world.tenant.id, { automationId });
      const values = { channelId: plain.channelId, automationId };
      const newest = await createCampaign(database, world.tenant.id, {
        ...values,
        name: 'Newest',
        status: 'running',
        isScheduled: true,
        scheduledAt: new Date('2026-12-24T17:00:00.000Z'),
        isRecurring: true,
        recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO'],
        variables: [{ name: 'code', value: 'SPRING' }],
        createdAt: new Date('2027-01-01T00:00:00.000Z'),
        updatedAt: new Date('2027-01-02T00:00:00.000Z'),
      });
      await createCampaign(database, world.tenant.id);
      const params = { channelId: plain.channelId };
      const { body } = expectStatus(await world.v2.call('listBroadcasts', { params }), 200);
      expect(body).toEqual({
        success: true,
        data: {
          broadcasts: [
            {
              id: newest.id,
              name: 'Newest',
              workflowId: world.automation.id,
              isScheduled: true,
              isReoccurring: true,
              scheduledAt: '2026-12-24T17:00:00.000Z',
              recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO'],
              variables: [{ name: 'code', value: 'SPRING' }],
              status: 'RUNNING',
              createdAt: '2027-01-01T00:00:00.000Z',
              updatedAt: '2027-01-02T00:00:00.000Z',
            },
            {
              id: plain.id,
              name: plain.name,
              workflowId: automationId,
              isScheduled: false,
              isReoccurring: false,
              status: 'DRAFT',
              createdAt: plain.createdAt.toISOString(),
              updatedAt: plain.updatedAt.toISOString(),
            },
          ],
        },
      });
    });

    it.each(['draft', 'scheduled', 'running', 'completed', 'failed', 'canceled'] as const)(
      'returns the status %s in upper case',
      async (status) => {
        const { channelId } = await createCampaign(stage.database, world.tenant.id, { status });
        const { body } = expectStatus(await world.v2.call('listBroadcasts', { params: { channelId } }), 200);
        expect(body.data.broadcasts).toMatchObject([{ status: status.toUpperCase() }]);
      },
    );
  });

  describe('listBroadcasts 422', () => {
    beforeAll(world.renew);

    const names = Array.from({ length: 100 }, (_, index) => `v${index}`);

    it('search_too_expensive for more than 8 MB of broadcasts; the error names the search of v3', async () => {
      const { database } = stage;
      const variables = names.map((name) => ({ name, value: 'x'.repeat(4_096) }));
      const { channelId } = await createCampaign(database, world.tenant.id, { variables });
      const list = () => world.v2.call('listBroadcasts', { params: { channelId } });
      for (let count = 1; count < 20; count += 1)
        await createCampaign(database, world.tenant.id, { channelId, variables });
      expectStatus(await list(), 200);
      await createCampaign(database, world.tenant.id, { channelId, variables });
      const { body } = expectStatus(await list(), 422);
      expect(body.error).toMatchObject({
        messageKey: 'search_too_expensive',
        detail: expect.stringMatching(
          /^The list would have more than 8 MB\. .*`POST \/v3\/campaigns\/search`/,
        ),
      });
      const headers = { authorization: `Bearer ${testMetricsToken}` };
      const { text } = await stage.send('GET', '/metrics', { headers });
      expect(text).toMatch(/parley_searches_refused_total\{reason="size"\} [1-9]/);
      expect(text).toContain('parley_searches_refused_total{reason="timeout"} 0');
    });
  });

  describe('listBroadcasts 404', () => {
    beforeAll(world.renew);

    it('channel_not_found', async () => {
      const params = { channelId: world.chat.id };
      const { body } = expectStatus(await world.v2.call('listBroadcasts', { params }), 404);
      expect(body.error).toEqual({ messageKey: 'channel_not_found', message: 'Channel not found' });
    });
  });
}
