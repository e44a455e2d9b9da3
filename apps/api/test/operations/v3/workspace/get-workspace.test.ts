import { describe, expect, it } from '@jest/globals';
import { plans } from '@parley/core';
import { createChannel, createTenant, createToken, expectStatus, type TokenOptions } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { startStage } from '../../support/start-stage.js';
import { useStage } from '../../support/use-stage.js';

/** Half of the five connections for searches, rounded up; the plans of these tests allow more. */
const concurrentSearches = 3;

describe('workspace', () => {
  describe.each(['memory', 'postgres'])('getWorkspace 200 when requests are counted in %s', (store) => {
    const stage = useStage({ env: { RATE_LIMIT_STORE: store, SEARCH_TIMEOUT_MS: '30000' } });

    async function join(values: Parameters<typeof createTenant>[1], options: TokenOptions = {}) {
      const tenant = await createTenant(stage.database, values);
      return { tenant, token: await createToken(stage.database, tenant.id, options) };
    }

    async function get(token: string) {
      const { body, headers } = expectStatus(await stage.v3.call('getWorkspace', { token }), 200);
      return { workspace: body.data, headers };
    }

    it('returns the tenant of the token and what its plan allows', async () => {
      const { tenant, token } = await join({ plan: 'pro', name: 'Tea & Co.' });
      expect((await get(token)).workspace).toEqual({
        id: tenant.id,
        name: 'Tea & Co.',
        plan: 'pro',
        features: ['automations', 'campaigns', 'webhooks'],
        defaultCountry: null,
        searchLanguage: null,
        timeZone: 'UTC',
        limits: { ...plans.pro.limits, concurrentSearches },
        usage: {
          requestsThisMinute: 1,
          inboundMessagesThisMinute: 0,
          automations: 0,
          webhooks: 0,
          channels: 0,
          users: 0,
          teams: 0,
          segments: 0,
          attributes: 0,
          storedBytes: 0,
          waitingJobs: 0,
          concurrentSearches: 0,
          eventStreams: 0,
        },
        retention: {
          events: 30,
          messages: null,
          automationRuns: 90,
          campaignSends: 180,
          unusedFiles: null,
          releasedFiles: 7,
          idempotencyKeys: 1,
        },
      });
      const { token: freeToken } = await join({ plan: 'free' });
      expect((await get(freeToken)).workspace).toMatchObject({
        plan: 'free',
        features: [],
        limits: { requestsPerMinute: 10, automations: 0 },
      });
    });

    it('returns the searches that run now', async () => {
      const { token } = await join({ plan: 'pro' });
      const running = async () => (await get(token)).workspace.usage.concurrentSearches;
      const client = await stage.database.pool.connect();
      await client.query('begin; lock table labels in access exclusive mode');
      const search = stage.v3.call('searchLabels', { token, body: {} });
      try {
        await waitUntil(async () => (await running()) === 1);
      } finally {
        await client.query('rollback');
        client.release();
      }
      expectStatus(await search, 200);
      expect(await running()).toBe(0);
    });

    it('returns the inbound messages in this minute of the channel that has received the most', async () => {
      const { tenant, token } = await join({ plan: 'pro' });
      const [busy, quiet] = [
        await createChannel(stage.database, tenant.id),
        await createChannel(stage.database, tenant.id),
      ];
      const other = await join({ plan: 'pro' });
      const otherChannel = await createChannel(stage.database, other.tenant.id);
      const receive = async (channelId: string, sender: string) => {
        const text = JSON.stringify({ from: '+4930123456', text: 'Hello' });
        expect((await stage.send('POST', `/ingress/${channelId}`, { text, token: sender })).status).toBe(200);
      };
      for (const { id } of [quiet, busy, busy]) await receive(id, token);
      await receive(otherChannel.id, other.token);
      const inbound = async (caller: string) => (await get(caller)).workspace.usage.inboundMessagesThisMinute;
      expect([await inbound(token), await inbound(other.token)]).toEqual([2, 1]);
    });

    it('returns the country for national phone numbers', async () => {
      const { token } = await join({ defaultCountry: 'DE' });
      expect((await get(token)).workspace.defaultCountry).toBe('DE');
    });

    it('returns the language for words of messages', async () => {
      const { token } = await join({ searchLanguage: 'german' });
      expect((await get(token)).workspace.searchLanguage).toBe('german');
    });

    it('returns the request limit of the tenant instead of that of its plan', async () => {
      const { token } = await join({ plan: 'enterprise', requestsPerMinute: 4_321 });
      expect((await get(token)).workspace.limits).toEqual({
        ...plans.enterprise.limits,
        concurrentSearches,
        requestsPerMinute: 4_321,
      });
    });

    it('returns the limits that the operator has set for a tenant, and the rest of its plan', async () => {
      const { token } = await join({ plan: 'hobby', limitOverrides: { automations: 3, storedBytes: 1_000 } });
      expect((await get(token)).workspace.limits).toEqual({
        ...plans.hobby.limits,
        concurrentSearches,
        automations: 3,
        storedBytes: 1_000,
      });
    });

    it('returns the retention of the plan, with the days that the operator has set for the tenant', async () => {
      const { token } = await join({ plan: 'hobby', retentionOverrides: { messages: 365, events: 7 } });
      expect((await get(token)).workspace.retention).toEqual({
        events: 7,
        messages: 365,
        automationRuns: 90,
        campaignSends: 180,
        unusedFiles: null,
        releasedFiles: 7,
        idempotencyKeys: 1,
      });
    });

    it('counts the resources of the workspace, and none of another', async () => {
      const { usage } = (await get(stage.token)).workspace;
      expect(usage).toMatchObject({ automations: 1, webhooks: 2, channels: 1 });
    });

    it('counts every request of the minute in both versions, including refused ones and itself', async () => {
      const { tenant, token } = await join({ plan: 'hobby' });
      expect((await get(token)).workspace.usage).toMatchObject({ requestsThisMinute: 1 });
      expect((await stage.v2.call('listAttributes', { token })).status).toBe(200);
      expect((await stage.v3.call('createLabel', { token, wrongBody: {} })).status).toBe(400);
      const weak = await createToken(stage.database, tenant.id, { scopes: ['chats:read'] });
      expect((await stage.v3.call('getWorkspace', { token: weak })).status).toBe(403);
      const { workspace, headers } = await get(token);
      expect(workspace.usage).toMatchObject({ requestsThisMinute: 5 });
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '95' });
      stage.clock.advance(60_000);
      expect((await get(token)).workspace.usage).toMatchObject({ requestsThisMinute: 1 });
    });

    it('returns a different number to each of many concurrent requests, without gaps', async () => {
      const { token } = await join({ plan: 'hobby' });
      const responses = await Promise.all(Array.from({ length: 40 }, () => get(token)));
      const numbers = responses.map(({ workspace }) => workspace.usage.requestsThisMinute);
      expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
      for (const { workspace, headers } of responses) {
        expect(headers['x-ratelimit-remaining']).toBe(String(100 - workspace.usage.requestsThisMinute));
      }
    });
  });

  describe('getWorkspace 200 with a limit of the deployment', () => {
    it('returns that limit', async () => {
      const stage = await startStage({ env: { RATE_LIMIT_PER_MINUTE: '77' } });
      const { body } = expectStatus(await stage.v3.call('getWorkspace', {}), 200);
      expect(body.data).toMatchObject({ plan: 'enterprise', limits: { requestsPerMinute: 77 } });
      await stage.stop();
    });
  });
});
