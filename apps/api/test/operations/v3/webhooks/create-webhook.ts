import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createWebhook, expectStatus } from '@parley/testkit';
import { errorKeys, failure } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { findJobs } from '../../support/find-jobs.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { webhookCalls } from './webhook-calls.js';

export function describeWebhookCreation(stage: Stage, world: RenewableWorld): void {
  const { update, stored } = webhookCalls(stage, world);

  function create(body: components['schemas']['ApiWebhookCreate']) {
    return world.v3.call('createApiWebhook', { body });
  }

  function get(webhookId: string) {
    return world.v3.call('getApiWebhook', { params: { webhookId } });
  }

  function find(body: components['schemas']['SearchRequest']) {
    return world.v3.call('searchApiWebhooks', { body });
  }

  describe('createApiWebhook 200', () => {
    beforeEach(world.renew);

    it('returns the webhook with its secret, which is never returned again', async () => {
      const { data } = expectStatus(await create({ url: 'https://partner.example/new' }), 200).body;
      const { secret, ...shown } = data;
      expect(shown).toEqual({
        id: expect.any(String),
        url: 'https://partner.example/new',
        status: 'active',
        events: [{ type: null, scopes: [] }],
        isOrdered: false,
        createdAt: startTime,
        updatedAt: startTime,
      });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(await stored(data.id)).toMatchObject({ secret, apiVersion: 'v3', retiredSecrets: [] });
      expect(expectStatus(await get(data.id), 200).body.data).toEqual(shown);
      for (const response of [await get(data.id), await find({}), await update({}, data.id)]) {
        expect(JSON.stringify(response.body)).not.toContain('whsec_');
      }
    });

    it('accepts events, a status and ordered delivery; an empty list delivers nothing', async () => {
      const events = [{ type: 'WHATSAPP_MESSAGE_STATUS' as const, scopes: [] }];
      const body = { url: 'http://partner.example/', events, status: 'inactive' as const, isOrdered: true };
      expect(expectStatus(await create(body), 200).body.data).toMatchObject(body);
      const { url } = body;
      expect(expectStatus(await create({ url, events: [] }), 200).body.data.events).toEqual([]);
    });

    it('delivers events from then on', async () => {
      const { data } = expectStatus(await create({ url: 'https://partner.example/' }), 200).body;
      const params = { chatId: world.chat.id };
      expectStatus(await world.v3.call('changeChatStatus', { params, body: { status: 'closed' } }), 200);
      const [event] = await findEvents(stage.database, params);
      expect(Object.keys(event?.deliveries ?? {}).sort()).toEqual([world.webhook.id, data.id].sort());
    });
  });

  describe('createApiWebhook 400', () => {
    beforeAll(world.renew);

    it.each([
      [{}, { url: 'invalid_type' }],
      [{ url: 'partner.example' }, { url: 'invalid_string' }],
      [
        { url: 'https://partner.example/', status: 'disabled', isOrdered: 'yes', secret: 'mine' },
        { status: 'invalid_enum_value', isOrdered: 'invalid_type', secret: 'unrecognized_keys' },
      ],
      [
        { url: 'https://partner.example/', events: [{ type: 'message.deleted' }] },
        { 'events.0.type': 'invalid_enum_value' },
      ],
    ])('for %j; nothing changes', async (wrongBody, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      expect(errorKeys(await world.v3.call('createApiWebhook', { wrongBody }))).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });

  describe('getApiWebhook and searchApiWebhooks 200', () => {
    beforeEach(world.renew);

    it('return webhooks created by v2 too', async () => {
      const { data } = expectStatus(await get(world.legacyWebhook.id), 200).body;
      expect(data.events).toMatchObject([{ type: 'WHATSAPP_MESSAGE_RECEIVED' }]);
      const all = expectStatus(await find({}), 200).body.data;
      expect(all).toContainEqual(data);
    });

    it('find webhooks by status and by part of the url', async () => {
      const values = { url: 'https://Other.example/hook', status: 'inactive' } as const;
      const { id } = await createWebhook(stage.database, world.tenant.id, values);
      const ids = async (body: components['schemas']['SearchRequest']) =>
        expectStatus(await find(body), 200).body.data.map((webhook) => webhook.id);
      expect(await ids({ search: 'OTHER.' })).toEqual([id]);
      expect(await ids({ query: 'eq(status,inactive)' })).toEqual([id]);
      expect(await ids({ query: 'startsWith(url,"https://partner")', sortBy: 'id' })).toEqual([
        world.webhook.id,
        world.legacyWebhook.id,
      ]);
    });
  });

  describe('rotateApiWebhookSecret 200', () => {
    beforeEach(world.renew);

    function rotate(webhookId = world.webhook.id) {
      return world.v3.call('rotateApiWebhookSecret', { params: { webhookId } });
    }

    it('returns a new secret; the old one also signs for 24 hours', async () => {
      const before = await stored();
      const { secret, ...shown } = expectStatus(await rotate(), 200).body.data;
      expect(secret).not.toBe(before.secret);
      expect(await stored()).toEqual({
        ...before,
        secret,
        retiredSecrets: [
          { secret: before.secret, expiresAt: expect.stringContaining('2026-10-16T09:30:00') },
        ],
        updatedAt: new Date(startTime),
      });
      expect(expectStatus(await get(world.webhook.id), 200).body.data).toEqual(shown);
    });

    it('a second rotation keeps both old secrets, and a sixth removes the oldest', async () => {
      const { secret: oldest } = await stored();
      const old = [oldest];
      for (let count = 0; count < 6; count += 1)
        old.unshift(expectStatus(await rotate(), 200).body.data.secret);
      const { secret, retiredSecrets } = await stored();
      const kept = (retiredSecrets as { secret: string }[]).map((entry) => entry.secret);
      expect([secret, ...kept]).toEqual(old.slice(0, 6));
      expect(kept).not.toContain(oldest);
    });

    it('returns a secret for a webhook that v2 created without one', async () => {
      expectStatus(await rotate(world.legacyWebhook.id), 200);
      expect((await stored(world.legacyWebhook.id)).apiVersion).toBe('v2');
    });
  });

  describe('testApiWebhook 200', () => {
    beforeEach(world.renew);

    async function test(events: components['schemas']['ApiWebhookEventInput'][]) {
      const body = { url: 'https://partner.example/', events };
      const { id: webhookId } = expectStatus(await create(body), 200).body.data;
      const response = await world.v3.call('testApiWebhook', { params: { webhookId } });
      return { webhookId, delivery: expectStatus(response, 200).body.data };
    }

    it('creates a delivery to this webhook only, with a job', async () => {
      const { webhookId, delivery } = await test([{}]);
      expect(delivery).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        eventId: expect.any(String),
        event: 'message.received',
        status: 'pending',
        attemptCount: 0,
        nextAttemptAt: startTime,
        lastStatusCode: null,
        deliveredAt: null,
        resendOfId: null,
      });
      const { prisma } = stage.database;
      const made = await prisma.delivery.findMany({ where: { eventId: delivery.eventId } });
      expect(made.map((entry) => entry.webhookId)).toEqual([webhookId]);
      expect(await findJobs(stage.database, 'deliver', delivery.id)).toHaveLength(1);
    });

    it('has the first type of the webhook, even for v2', async () => {
      expect((await test([{ type: 'contact.updated' }, {}])).delivery.event).toBe('contact.updated');
      expect((await test([{ type: 'INSTAGRAM_MESSAGE_ECHO' }])).delivery.event).toBe(
        'INSTAGRAM_MESSAGE_ECHO',
      );
      expect((await test([])).delivery.event).toBe('message.received');
    });
  });

  describe('api_webhook_not_found 404', () => {
    beforeAll(world.renew);

    it.each(['getApiWebhook', 'rotateApiWebhookSecret', 'testApiWebhook'] as const)(
      '%s',
      async (operationId) => {
        const params = { webhookId: world.chat.id };
        const { body } = expectStatus(await world.v3.call(operationId, { params }), 404);
        expect(body).toEqual(failure('api_webhook_not_found', 'API webhook not found'));
      },
    );
  });
}
