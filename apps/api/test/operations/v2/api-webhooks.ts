import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLegacyWebhook, createWebhook, expectStatus } from '@parley/testkit';
import { errorKeys } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { type Stage, startTime } from '../support/start-stage.js';
import type { RenewableWorld } from '../support/use-stage.js';
import { apiWebhookCalls, url } from './api-webhook-calls.js';
import { describeApiWebhookCreation } from './create-api-webhook.js';

export function describeApiWebhooks(stage: Stage, world: RenewableWorld): void {
  const { update, list } = apiWebhookCalls(world);

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

  describeApiWebhookCreation(stage, world);

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
}
