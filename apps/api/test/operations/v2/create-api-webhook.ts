import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { legacyEventTypes } from '@parley/core';
import { expectStatus, openStoredWebhook } from '@parley/testkit';
import { errorKeys, refusal } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { type Stage, startTime } from '../support/start-stage.js';
import type { RenewableWorld } from '../support/use-stage.js';
import { apiWebhookCalls, url } from './api-webhook-calls.js';

export function describeApiWebhookCreation(stage: Stage, world: RenewableWorld): void {
  const { create, list } = apiWebhookCalls(world);

  describe('createApiWebhook 200', () => {
    beforeEach(world.renew);

    it('is active and for every channel by default, with its own secret that is not returned', async () => {
      const { body } = expectStatus(await create(), 200);
      expect(body.data).toEqual({
        id: expect.any(String),
        type: 'SMS_MESSAGE_RECEIVED',
        url,
        isActive: true,
        createdAt: startTime,
        updatedAt: startTime,
      });
      expect(await list()).toContainEqual(body.data);
      const stored = await stage.database.prisma.webhook.findFirstOrThrow({
        where: { tenantId: world.tenant.id, id: body.data.id },
        include: { events: true },
      });
      expect(await openStoredWebhook(stage.database, stored)).toMatchObject({
        apiVersion: 'v2',
        status: 'active',
        secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
        events: [{ position: 0, type: 'SMS_MESSAGE_RECEIVED', channelIds: [] }],
      });
    });

    it('is returned by v3 as one event with its type and channel scope', async () => {
      const { body } = expectStatus(await create({ channelId: world.channel.id }), 200);
      expect(body.data.channelId).toBe(world.channel.id);
      const params = { webhookId: body.data.id };
      const inV3 = expectStatus(await world.v3.call('updateApiWebhook', { params, body: {} }), 200);
      expect(inV3.body.data).toMatchObject({
        status: 'active',
        events: [{ type: 'SMS_MESSAGE_RECEIVED', scopes: [{ type: 'channel', ids: [world.channel.id] }] }],
      });
    });

    it.each(legacyEventTypes)('accepts the type %s', async (type) => {
      expect(expectStatus(await create({ type }), 200).body.data.type).toBe(type);
    });

    it('accepts the tenant id in upper case, and an unknown channel', async () => {
      const tenantId = world.tenant.id.toUpperCase();
      const { body } = expectStatus(await create({ tenantId, channelId: 'old-channel' }), 200);
      expect(body.data.channelId).toBe('old-channel');
    });
  });

  describe('createApiWebhook 400', () => {
    beforeAll(world.renew);

    it.each([
      [{ type: 'MESSAGE_RECEIVED' }, { type: 'invalid_enum_value' }],
      [
        { type: undefined, url: undefined, tenantId: undefined },
        { type: 'invalid_type', url: 'invalid_type', tenantId: 'invalid_type' },
      ],
      [{ url: 'partner' }, { url: 'invalid_string' }],
      [{ url: 'mailto:a@b.example' }, { url: 'invalid_string' }],
      [{ channelId: 1 }, { channelId: 'invalid_type' }],
    ])('for %j; nothing is created', async (invalid, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const wrongBody = { tenantId: world.tenant.id, type: 'SMS_MESSAGE_RECEIVED', url, ...invalid };
      expect(errorKeys(await world.v2.call('createApiWebhook', { wrongBody }))).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });

  describe('createApiWebhook 403', () => {
    beforeAll(world.renew);

    it('for a tenant other than the token’s; nothing is created for either', async () => {
      const { database, other } = stage;
      const before = [
        await snapshotTenant(database, world.tenant.id),
        await snapshotTenant(database, other.tenant.id),
      ];
      for (const tenantId of [other.tenant.id, 'demo', '']) {
        const response = expectStatus(await create({ tenantId }), 403);
        const detail = 'The tenantId of the body is not that of the token.';
        expect(response.body).toEqual(
          refusal('forbidden', 'Forbidden', { reason: 'tenant_mismatch', detail }),
        );
        expect(response.headers).not.toHaveProperty('www-authenticate');
      }
      expect([
        await snapshotTenant(database, world.tenant.id),
        await snapshotTenant(database, other.tenant.id),
      ]).toEqual(before);
    });
  });
}
