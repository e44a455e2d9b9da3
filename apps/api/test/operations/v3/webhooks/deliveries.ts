import { beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createDelivery, createWebhook, expectStatus } from '@parley/testkit';
import { errorKeys, failure } from '../../support/failures.js';
import { findJobs } from '../../support/find-jobs.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { type Stage, startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeDeliveries(stage: Stage, world: RenewableWorld): void {
  beforeEach(world.renew);

  type Schemas = components['schemas'];

  const deliveryNotFound = failure('delivery_not_found', 'Delivery not found');
  const notActive = failure('api_webhook_not_active', 'API webhook is not active');
  const webhookNotFound = failure('api_webhook_not_found', 'API webhook not found');

  function search(body: Schemas['SearchRequest'] = {}, webhookId = world.webhook.id) {
    return world.v3.call('searchDeliveries', { params: { webhookId }, body });
  }

  function key(deliveryId = world.delivery.id, webhookId = world.webhook.id) {
    return { params: { webhookId, deliveryId } };
  }

  describe('searchDeliveries', () => {
    it('200 with the deliveries of the webhook only, newest first, without their attempts', async () => {
      const { database } = stage;
      const elsewhere = await createWebhook(database, world.tenant.id);
      await createDelivery(database, elsewhere);
      const newer = await createDelivery(database, world.webhook, {
        status: 'succeeded',
        eventType: 'SMS_MESSAGE_STATUS',
        attemptCount: 2,
        lastStatusCode: 204,
        deliveredAt: new Date(startTime),
        createdAt: new Date('2030-01-01'),
        updatedAt: new Date('2030-01-02'),
      });
      const { body } = expectStatus(await search(), 200);
      expect(body.pagination.total).toBe(2);
      expect(body.data.map(({ id }) => id)).toEqual([newer.id, world.delivery.id]);
      expect(body.data[0]).toEqual({
        id: newer.id,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-02T00:00:00.000Z',
        eventId: newer.eventId,
        event: 'SMS_MESSAGE_STATUS',
        status: 'succeeded',
        attemptCount: 2,
        nextAttemptAt: null,
        lastStatusCode: 204,
        deliveredAt: startTime,
        resendOfId: null,
      });
    });

    it('200 filters by status, event and time, and finds text in the event type', async () => {
      const { database } = stage;
      const values = [
        { status: 'pending', eventType: 'message.received', createdAt: new Date('2026-10-01') },
        { status: 'failed', eventType: 'message.sent', createdAt: new Date('2026-10-02') },
      ] as const;
      const ids: string[] = [];
      for (const value of values) ids.push((await createDelivery(database, world.webhook, value)).id);
      const find = async (body: Schemas['SearchRequest']) =>
        expectStatus(await search(body), 200).body.data.map(({ id }) => id);
      expect(await find({ query: 'eq(status,pending)' })).toEqual([ids[0]]);
      expect(await find({ query: 'eq(event,message.sent)' })).toEqual([ids[1]]);
      expect(await find({ query: 'lt(createdAt,2026-10-02)' })).toEqual([ids[0]]);
      expect(await find({ query: `eq(eventId,${world.delivery.eventId})` })).toEqual([world.delivery.id]);
      expect(await find({ search: 'MESSAGE.', sortBy: 'event' })).toEqual(ids);
    });

    it('404 for a webhook that does not exist or belongs to another tenant', async () => {
      for (const id of ['nothing', world.chat.id, stage.other.webhook.id]) {
        expect(expectStatus(await search({}, id), 404).body).toEqual(webhookNotFound);
      }
    });

    it('400 for a field that cannot be filtered', async () => {
      expect(errorKeys(await search({ query: 'eq(attemptCount,1)' }))).toEqual({ query: 'invalid_string' });
    });
  });

  describe('getDelivery', () => {
    it('200 with every attempt, oldest first', async () => {
      const { prisma } = stage.database;
      const { id: deliveryId, tenantId } = world.delivery;
      const startedAt = new Date('2026-10-15T10:00:00.000Z');
      const attempt = { startedAt, durationMs: 15_000, error: 'The deadline of 15 s has passed.' };
      await prisma.deliveryAttempt.create({ data: { tenantId, deliveryId, number: 2, ...attempt } });
      const { data } = expectStatus(await world.v3.call('getDelivery', key()), 200).body;
      expect(data).toMatchObject({ id: deliveryId, eventId: world.delivery.eventId, status: 'failed' });
      expect(data.attempts).toEqual([
        {
          number: 1,
          startedAt: world.delivery.createdAt.toISOString(),
          durationMs: 84,
          statusCode: 500,
          error: null,
          responseBody: 'down',
        },
        {
          number: 2,
          startedAt: startedAt.toISOString(),
          durationMs: 15_000,
          statusCode: null,
          error: 'The deadline of 15 s has passed.',
          responseBody: null,
        },
      ]);
    });

    it('404 for a delivery that does not exist or belongs to another webhook', async () => {
      for (const wrong of [key(world.chat.id), key(undefined, world.legacyWebhook.id)]) {
        expect(expectStatus(await world.v3.call('getDelivery', wrong), 404).body).toEqual(deliveryNotFound);
      }
      const elsewhere = await world.v3.call('getDelivery', key(undefined, stage.other.webhook.id));
      expect(expectStatus(elsewhere, 404).body).toEqual(webhookNotFound);
    });
  });

  describe('resendDelivery', () => {
    it('200 creates another delivery of the same event, with a job, and keeps the first', async () => {
      const { data } = expectStatus(await world.v3.call('resendDelivery', key()), 200).body;
      expect(data).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        eventId: world.delivery.eventId,
        event: 'chat.updated',
        status: 'pending',
        attemptCount: 0,
        nextAttemptAt: startTime,
        lastStatusCode: null,
        deliveredAt: null,
        resendOfId: world.delivery.id,
      });
      expect(await findJobs(stage.database, 'deliver', data.id)).toHaveLength(1);
      const first = expectStatus(await world.v3.call('getDelivery', key()), 200).body.data;
      expect(first).toMatchObject({ status: 'failed', attemptCount: 1 });
      const again = expectStatus(await world.v3.call('resendDelivery', key(data.id)), 200).body.data;
      expect(again.resendOfId).toBe(world.delivery.id);
    });

    it('404 for a delivery that does not exist or belongs to another webhook; nothing changes', async () => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      for (const wrong of [key(world.chat.id), key(undefined, world.legacyWebhook.id)]) {
        expect(expectStatus(await world.v3.call('resendDelivery', wrong), 404).body).toEqual(
          deliveryNotFound,
        );
      }
      const elsewhere = await world.v3.call('resendDelivery', key(undefined, stage.other.webhook.id));
      expect(expectStatus(elsewhere, 404).body).toEqual(webhookNotFound);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });

  describe('resendDeliveries', () => {
    it('409 while the webhook is inactive, as for one delivery; nothing changes', async () => {
      const params = { webhookId: world.webhook.id };
      expectStatus(await world.v3.call('updateApiWebhook', { params, body: { status: 'inactive' } }), 200);
      const before = await snapshotTenant(stage.database, world.tenant.id);
      expect(expectStatus(await resend(day), 409).body).toEqual(notActive);
      expect(expectStatus(await world.v3.call('resendDelivery', key()), 409).body).toEqual(notActive);
      const test = await world.v3.call('testApiWebhook', { params });
      expect(expectStatus(test, 409).body).toEqual(notActive);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('409 event_erased when the data of the event was erased; a resend of many deliveries skips it', async () => {
      const at = { createdAt: new Date('2026-10-14T12:00:00Z') };
      const [erased, other] = [
        await createDelivery(stage.database, world.webhook, at),
        await createDelivery(stage.database, world.webhook, at),
      ];
      await stage.database.prisma.event.updateMany({
        where: { id: erased.eventId },
        data: { data: { erased: true } },
      });
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const response = await world.v3.call('resendDelivery', key(erased.id));
      expect(expectStatus(response, 409).body).toEqual(
        failure('event_erased', 'The data of this event was erased'),
      );
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
      expect(expectStatus(await resend(day), 200).body.data).toEqual({ resentCount: 1 });
      const { data } = expectStatus(await search({ query: 'eq(status,pending)' }), 200).body;
      expect(data.map(({ eventId }) => eventId)).toEqual([other.eventId]);
    });

    function resend(body: Schemas['DeliveriesResend'], webhookId = world.webhook.id) {
      return world.v3.call('resendDeliveries', { params: { webhookId }, body });
    }

    const day = { from: '2026-10-14T00:00:00Z', to: '2026-10-15T00:00:00Z' };

    it('200 resends deliveries of the period that failed or have the requested status, and only once', async () => {
      const { database } = stage;
      const at = (time: string) => ({ createdAt: new Date(`2026-10-${time}Z`) });
      const ended = [
        await createDelivery(database, world.webhook, at('14T00:00:00.000')),
        await createDelivery(database, world.webhook, at('14T23:59:59.999')),
        await createDelivery(database, world.webhook, { ...at('14T11:00:00.000'), status: 'canceled' }),
      ];
      await createDelivery(database, world.webhook, at('15T00:00:00.000'));
      await createDelivery(database, world.webhook, { ...at('14T10:00:00.000'), status: 'succeeded' });
      const elsewhere = await createWebhook(database, world.tenant.id);
      await createDelivery(database, elsewhere, at('14T12:00:00.000'));
      expect(expectStatus(await resend(day), 200).body.data).toEqual({ resentCount: 2 });
      expect(expectStatus(await resend(day), 200).body.data).toEqual({ resentCount: 0 });
      expect(expectStatus(await resend({ ...day, status: 'canceled' }), 200).body.data.resentCount).toBe(1);
      const { data } = expectStatus(await search({ query: 'eq(status,pending)' }), 200).body;
      const repeated = data.map(({ resendOfId }) => resendOfId);
      expect(repeated.sort()).toEqual(ended.map(({ id }) => id).sort());
      expect(await findJobs(database, 'deliver', world.tenant.id)).toHaveLength(3);
    });

    it('400 when the period ends before it begins, or is invalid; nothing changes', async () => {
      const backwards = { from: day.to, to: day.from };
      expect(errorKeys(await resend(backwards))).toEqual({ to: 'too_small' });
      expect(errorKeys(await resend({ from: day.from, to: day.from }))).toEqual({ to: 'too_small' });
      const params = { webhookId: world.webhook.id };
      const wrongBody = { from: 'yesterday', status: 'pending' };
      expect(errorKeys(await world.v3.call('resendDeliveries', { params, wrongBody }))).toEqual({
        from: 'invalid_date',
        to: 'invalid_type',
        status: 'invalid_enum_value',
      });
      expect(await findJobs(stage.database, 'deliver', world.tenant.id)).toEqual([]);
    });

    it('404 for a webhook that does not exist', async () => {
      expect(expectStatus(await resend(day, world.chat.id), 404).body).toEqual(webhookNotFound);
    });
  });
}
