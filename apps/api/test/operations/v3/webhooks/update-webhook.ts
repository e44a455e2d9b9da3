import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLegacyWebhook, createWebhook, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { webhookCalls } from './webhook-calls.js';

export function describeWebhookUpdate(stage: Stage, world: RenewableWorld): void {
  const { update, stored } = webhookCalls(stage, world);

  describe('updateApiWebhook 200', () => {
    beforeEach(world.renew);

    it('changes only the url; the secret is kept and not returned', async () => {
      const before = await stored();
      const { body } = expectStatus(await update({ url: 'https://partner.example/moved?x=1' }), 200);
      expect(body).toEqual({
        success: true,
        data: {
          id: world.webhook.id,
          url: 'https://partner.example/moved?x=1',
          status: 'active',
          events: [{ type: null, scopes: [] }],
          isOrdered: false,
          createdAt: before.createdAt.toISOString(),
          updatedAt: startTime,
        },
      });
      const url = 'https://partner.example/moved?x=1';
      expect(await stored()).toEqual({ ...before, url, updatedAt: new Date(startTime) });
    });

    it('replaces all events, in the given order', async () => {
      const scope = { type: 'channel' as const, ids: [world.channel.id, 'anything'] };
      const first = [
        { type: 'message.received' as const, scopes: [scope] },
        { scopes: [{ type: 'channel' as const, ids: [] }] },
        { type: 'chat.updated' as const },
      ];
      expect(expectStatus(await update({ events: first }), 200).body.data.events).toEqual([
        { type: 'message.received', scopes: [scope] },
        { type: null, scopes: [{ type: 'channel', ids: [] }] },
        { type: 'chat.updated', scopes: [] },
      ]);
      expect((await stored()).events).toMatchObject([
        { position: 0, type: 'message.received', channelIds: [world.channel.id, 'anything'] },
        { position: 1, type: null, channelIds: [] },
        { position: 2, type: 'chat.updated', channelIds: [] },
      ]);
      const second = expectStatus(await update({ events: [{ type: 'contact.updated' }] }), 200).body.data;
      expect(second.events).toEqual([{ type: 'contact.updated', scopes: [] }]);
      expect((await stored()).events).toHaveLength(1);
      expect(expectStatus(await update({ events: [] }), 200).body.data.events).toEqual([]);
      expect((await stored()).events).toEqual([]);
    });

    it('determines what is delivered from then on', async () => {
      const close = (status: 'open' | 'closed') =>
        world.v3.call('changeChatStatus', {
          params: { chatId: world.chat.id },
          body: { status },
        });
      expectStatus(await update({ events: [{ type: 'message.sent' }] }), 200);
      expectStatus(await close('closed'), 200);
      expectStatus(
        await update({ events: [{ scopes: [{ type: 'channel', ids: [world.channel.id.toUpperCase()] }] }] }),
        200,
      );
      expectStatus(await close('open'), 200);
      expectStatus(await update({ status: 'inactive' }), 200);
      expectStatus(await close('closed'), 200);
      const events = await findEvents(stage.database, { chatId: world.chat.id });
      expect(events.map(({ deliveries }) => Object.keys(deliveries))).toEqual([[], [world.webhook.id], []]);
    });

    it('deactivates and activates it, even if the service has disabled it', async () => {
      expect(expectStatus(await update({ status: 'inactive' }), 200).body.data.status).toBe('inactive');
      expect(expectStatus(await update({ status: 'active' }), 200).body.data.status).toBe('active');
      const failingSince = new Date('2026-10-10T00:00:00.000Z');
      const disabled = await createWebhook(stage.database, world.tenant.id, {
        status: 'disabled',
        failingSince,
      });
      const url = 'https://partner.example/mended';
      expect(expectStatus(await update({ url }, disabled.id), 200).body.data.status).toBe('disabled');
      expect(await stored(disabled.id)).toMatchObject({ status: 'disabled', failingSince, url });
      expect(expectStatus(await update({ status: 'active' }, disabled.id), 200).body.data.status).toBe(
        'active',
      );
      expect(await stored(disabled.id)).toMatchObject({ status: 'active', failingSince: null, url });
    });

    it('changes nothing for an empty body', async () => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      expectStatus(await update({}), 200);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('returns a webhook created by v2 as one event with its type and channel, and can change it', async () => {
      const { id: channelId } = world.channel;
      const made = await createLegacyWebhook(stage.database, world.tenant.id, {
        type: 'SMS_MESSAGE_STATUS',
        channelId,
      });
      expect(expectStatus(await update({}, made.id), 200).body.data.events).toEqual([
        { type: 'SMS_MESSAGE_STATUS', scopes: [{ type: 'channel', ids: [channelId] }] },
      ]);
      expectStatus(await update({ events: [{ type: 'EMAIL_MESSAGE_RECEIVED' }] }, made.id), 200);
      const listed = expectStatus(await world.v2.call('listApiWebhooks', {}), 200).body.data;
      expect(listed.find(({ id }) => id === made.id)).toMatchObject({ type: 'EMAIL_MESSAGE_RECEIVED' });
      expect(listed.find(({ id }) => id === made.id)).not.toHaveProperty('channelId');
    });
  });

  describe('updateApiWebhook 400', () => {
    beforeAll(world.renew);

    it.each([
      [{ url: 'partner.example' }, { url: 'invalid_string' }],
      [{ url: 'ftp://partner.example/' }, { url: 'invalid_string' }],
      [{ url: '' }, { url: 'invalid_string' }],
      [{ url: `https://partner.example/${'a'.repeat(2_048)}` }, { url: 'too_big' }],
      [{ url: null }, { url: 'invalid_type' }],
      [{ status: 'disabled' }, { status: 'invalid_enum_value' }],
      [{ events: {} }, { events: 'invalid_type' }],
      [{ events: [{ type: 'message.deleted' }] }, { 'events.0.type': 'invalid_enum_value' }],
      [{ events: [{ scopes: [{ type: 'channel' }] }] }, { 'events.0.scopes.0.ids': 'invalid_type' }],
      [
        { events: [{ scopes: [{ type: 'team', ids: [] }] }] },
        { 'events.0.scopes.0.type': 'invalid_enum_value' },
      ],
      [
        { events: [{ scopes: [{ type: 'channel', ids: [1] }] }] },
        { 'events.0.scopes.0.ids.0': 'invalid_type' },
      ],
      [
        { events: [{ event: 'message.sent' }], secret: 'x' },
        { 'events.0.event': 'unrecognized_keys', secret: 'unrecognized_keys' },
      ],
      [{ events: Array.from({ length: 101 }, () => ({})) }, { events: 'too_big' }],
    ])('for %j; nothing changes', async (wrongBody, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const params = { webhookId: world.webhook.id };
      expect(errorKeys(await world.v3.call('updateApiWebhook', { params, wrongBody }))).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });

  describe('updateApiWebhook 404', () => {
    beforeAll(world.renew);

    it('api_webhook_not_found, even for an empty body', async () => {
      for (const body of [{}, { url: 'https://partner.example/' }]) {
        const response = expectStatus(await update(body, world.chat.id), 404);
        expect(response.body.error).toEqual({
          messageKey: 'api_webhook_not_found',
          message: 'API webhook not found',
        });
      }
    });
  });

  describe('deleteApiWebhook 200', () => {
    beforeEach(world.renew);

    it('deletes the webhook with its events and deliveries, including one created by v2', async () => {
      const params = { chatId: world.chat.id };
      expectStatus(await world.v3.call('changeChatStatus', { params, body: { status: 'closed' } }), 200);
      for (const { id } of [world.webhook, world.legacyWebhook]) {
        const response = await world.v3.call('deleteApiWebhook', {
          params: { webhookId: id },
        });
        expect(expectStatus(response, 200).body.data).toEqual({ deletedIds: [id], notFoundIds: [] });
      }
      const left = await snapshotTenant(stage.database, world.tenant.id);
      expect(left).toMatchObject({ webhooks: [], webhook_events: [], deliveries: [] });
      expect(left.events).toHaveLength(2);
    });

    it('reports not found the second time', async () => {
      const params = { webhookId: world.webhook.id };
      await world.v3.call('deleteApiWebhook', { params });
      const { body } = expectStatus(await world.v3.call('deleteApiWebhook', { params }), 200);
      expect(body.data).toEqual({ deletedIds: [], notFoundIds: [world.webhook.id] });
    });
  });
}
