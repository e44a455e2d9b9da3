import { beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, tokenOf, validRequest, type World } from '@parley/testkit';
import { everyOperation } from '../../support/every-operation.js';
import { type Snapshot, snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

describe('rate limit', () => {
  const stage = useStage();
  let limited: World;
  let token: string;
  let before: Snapshot;

  beforeAll(async () => {
    limited = await createWorld(stage.database, { requestsPerMinute: 1 });
    token = await tokenOf(limited.key);
    before = await snapshotTenant(stage.database, limited.tenant.id);
  });

  describe('429 after the last request of the minute, for either version; nothing changes', () => {
    it.each(everyOperation)('$name', async (operation) => {
      const { clock } = stage;
      clock.advance(60_000);
      const last = await stage.v3.call('getChat', { params: { chatId: limited.chat.id }, token });
      expect(last.headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' });
      const request = validRequest(limited, operation.version, operation.operationId);
      const response = await stage.call(operation, { ...request, token });
      expect(response).toMatchObject({
        status: 429,
        body: {
          success: false,
          error: {
            messageKey: 'too_many_requests',
            message: expect.stringMatching(/per minute per tenant.*X-RateLimit-Reset/),
          },
        },
        headers: {
          'x-ratelimit-limit': '1',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.floor(clock.now().getTime() / 60_000) * 60 + 60),
          'retry-after': '60',
        },
      });
    });

    it('and nothing has changed', async () => {
      expect(await snapshotTenant(stage.database, limited.tenant.id)).toEqual(before);
    });
  });

  describe('a refused request counts too', () => {
    it.each(everyOperation.filter(({ takesJson }) => takesJson))('$name', async (operation) => {
      stage.clock.advance(60_000);
      const { params = {} } = validRequest(limited, operation.version, operation.operationId);
      expect((await stage.call(operation, { params, token, text: '{' })).status).toBe(400);
      expect((await stage.call(operation, { params, token, text: '{' })).status).toBe(429);
    });
  });
});
