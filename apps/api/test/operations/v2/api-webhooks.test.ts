import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v2';
import { legacyEventTypes } from '@parley/core';
import { createLegacyWebhook, createWebhook, expectStatus, openStoredWebhook } from '@parley/testkit';
import { errorKeys, refusal } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { startTime } from '../support/start-stage.js';
import { useStage, useWorld } from '../support/use-stage.js';

describe('api webhooks', () => {
  const stage = useStage();
  const world = useWorld(stage);

  const url = 'https://partner.example/webhooks/parley';

  function create(values: Partial<components['schemas']['ApiWebhookCreate']> = {}) {
    const body = { tenantId: world.tenant.id, type: 'SMS_MESSAGE_RECEIVED' as const, url, ...values };
    return world.v2.call('createApiWebhook', { body });
  }

  function update(body: components['schemas']['ApiWebhookUpdate'], webhookId = world.legacyWebhook.id) {
    return world.v2.call('updateApiWebhook', { params: { webhookId }, body });
  }

  async function list() {
    return expectStatus(await world.v2.call('listApiWebhooks', {}), 200).body.data;
  }

  describe('listApiWebhooks 200', () => {
    beforeEach(world.renew);

    it('returns the webhooks created by v2, newest first, each with its channel if it has one', async () => {
      const newest = await createLegacyWebhook(stage.database, world.tenant.id, {
        type: 'INSTAGRAM_MESSAGE_ECHO',
        status: 'disabled',
        createdAt: new Date('2027-01-01T00:00:00.000Z'),
        updatedAt: new Date('2027-01-02T00:00:00.000Z'),
      });
      expect(await list()).toEqual([
        {
          id: newest.id,
          type: 'INSTAGRAM_MESSAGE_ECHO',
          url,
          isActive: false,
          createdAt: '2027-01-01T00:00:00.000Z',
          updatedAt: '2027-01-02T00:00:00.000Z',
        },
        {
          id: world.legacyWebhook.id,
          type: 'WHATSAPP_MESSAGE_RECEIVED',
          url,
          isActive: true,
          channelId: world.channel.id,
          createdAt: world.legacyWebhook.createdAt.toISOString(),
          updatedAt: world.legacyWebhook.updatedAt.toISOString(),
        },
      ]);
    });

    it('omits a webhook created by v3, even for a v2 type, and neither changes nor deletes it', async () => {
      const { id } = await createWebhook(stage.database, world.tenant.id, {
        events: [{ type: 'SMS_MESSAGE_RECEIVED' }],
      });
      expect((await list()).map((webhook) => webhook.id)).toEqual([world.legacyWebhook.id]);
      expectStatus(await update({ isActive: false }, id), 404);
      const response = await world.v2.call('deleteApiWebhook', { params: { webhookId: id } });
      expect(expectStatus(response, 200).body.data).toEqual({ deletedIds: [], notFoundIds: [id] });
    });

    it('still returns a webhook to which v3 has added a type that v2 does not have; v2 can change and delete it', async () => {
      const [before] = await list();
      const params = { webhookId: world.legacyWebhook.id };
      const body = { events: [{ type: 'message.sent' as const }, { type: 'contact.updated' as const }] };
      const inV3 = expectStatus(await world.v3.call('updateApiWebhook', { params, body }), 200);
      expect(await list()).toEqual([{ ...before, updatedAt: inV3.body.data.updatedAt }]);
      expect(expectStatus(await update({ isActive: false }), 200).body.data).toMatchObject({
        isActive: false,
      });
      const read = await world.v3.call('getApiWebhook', { params });
      expect(expectStatus(read, 200).body.data).toMatchObject({
        status: 'inactive',
        events: inV3.body.data.events,
      });
      const deleted = await world.v2.call('deleteApiWebhook', { params });
      expect(expectStatus(deleted, 200).body.data.deletedIds).toEqual([params.webhookId]);
      expect(await list()).toEqual([]);
    });
  });

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

  describe('updateApiWebhook 200', () => {
    beforeEach(world.renew);

    it('deactivates and activates it; v3 returns the same status', async () => {
      const params = { webhookId: world.legacyWebhook.id };
      const statusInV3 = async () =>
        expectStatus(await world.v3.call('updateApiWebhook', { params, body: {} }), 200).body.data.status;
      const off = expectStatus(await update({ isActive: false }), 200).body.data;
      expect(off).toMatchObject({ id: world.legacyWebhook.id, isActive: false, url, updatedAt: startTime });
      expect(await statusInV3()).toBe('inactive');
      expect(expectStatus(await update({ isActive: true }), 200).body.data.isActive).toBe(true);
      expect(await statusInV3()).toBe('active');
    });

    it('changes the url alone; type and channel stay', async () => {
      const moved = 'http://partner.example/moved';
      const { data } = expectStatus(await update({ url: moved }), 200).body;
      expect(data).toMatchObject({ url: moved, isActive: true, type: 'WHATSAPP_MESSAGE_RECEIVED' });
      expect(data.channelId).toBe(world.channel.id);
    });

    it('changes nothing for an empty body, or without a body', async () => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      expectStatus(await update({}), 200);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('activates a webhook that the service has disabled', async () => {
      const { id } = await createLegacyWebhook(stage.database, world.tenant.id, {
        status: 'disabled',
        failingSince: new Date('2026-10-10T00:00:00.000Z'),
      });
      expect(expectStatus(await update({ isActive: true }, id), 200).body.data.isActive).toBe(true);
      const stored = await stage.database.prisma.webhook.findFirstOrThrow({ where: { id } });
      expect(stored).toMatchObject({ status: 'active', failingSince: null });
    });
  });

  describe('updateApiWebhook 400', () => {
    beforeAll(world.renew);

    it.each([
      [{ isActive: 'yes' }, { isActive: 'invalid_type' }],
      [
        { isActive: null, url: '//partner.example' },
        { isActive: 'invalid_type', url: 'invalid_string' },
      ],
    ])('for %j; nothing changes', async (wrongBody, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const params = { webhookId: world.legacyWebhook.id };
      expect(errorKeys(await world.v2.call('updateApiWebhook', { params, wrongBody }))).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });

  describe('updateApiWebhook 404', () => {
    beforeAll(world.renew);

    it('api_webhook_not_found for a webhook created by v3', async () => {
      const { body } = expectStatus(await update({ isActive: false }, world.webhook.id), 404);
      expect(body.error).toEqual({ messageKey: 'api_webhook_not_found', message: 'API webhook not found' });
    });
  });

  describe('deleteApiWebhook 200', () => {
    beforeEach(world.renew);

    it('deletes a webhook created by v2, in v3 too', async () => {
      const params = { webhookId: world.legacyWebhook.id };
      const { body } = expectStatus(await world.v2.call('deleteApiWebhook', { params }), 200);
      expect(body.data).toEqual({ deletedIds: [world.legacyWebhook.id], notFoundIds: [] });
      expect(await list()).toEqual([]);
      expectStatus(await world.v3.call('updateApiWebhook', { params, body: {} }), 404);
      const again = expectStatus(await world.v2.call('deleteApiWebhook', { params }), 200);
      expect(again.body.data).toEqual({ deletedIds: [], notFoundIds: [world.legacyWebhook.id] });
    });

    it('does not find a webhook created by v3 and does not delete it', async () => {
      const params = { webhookId: world.webhook.id };
      const { body } = expectStatus(await world.v2.call('deleteApiWebhook', { params }), 200);
      expect(body.data).toEqual({ deletedIds: [], notFoundIds: [world.webhook.id] });
      expectStatus(await world.v3.call('updateApiWebhook', { params, body: {} }), 200);
    });
  });
});
