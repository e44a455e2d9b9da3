import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import type { Chat } from '@parley/database';
import { createAutomation, createChannel, createWebhook, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { findJobs } from '../../support/find-jobs.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { type Stage, startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeChatStatus(stage: Stage, world: RenewableWorld): void {
  describe('changeChatStatus 200', () => {
    beforeEach(world.renew);

    it('opens the chat without a body, sets updatedAt, and emits an event', async () => {
      await closeChat();
      stage.clock.advance(1_500);
      const response = await world.v3.call('changeChatStatus', {
        params: { chatId: world.chat.id },
      });
      const { body } = expectStatus(response, 200);
      expect(body.data).toMatchObject({ status: 'open', updatedAt: '2026-10-15T09:30:01.500Z' });
      expect(body.data.contact.chats).toEqual([expect.objectContaining({ status: 'open' })]);
      expect(await reload(world.chat)).toMatchObject({ status: 'open', updatedAt: stage.clock.now() });
      const events = await findEvents(stage.database, { chatId: world.chat.id });
      expect(events.at(-1)).toEqual({
        type: 'chat.updated',
        data: body.data,
        deliveries: { [world.webhook.id]: 'chat.updated' },
      });
    });

    it('sets each status', async () => {
      for (const status of ['closed', 'snoozed', 'closed', 'open', 'snoozed', 'open'] as const) {
        const { body } = expectStatus(await change({ status }), 200);
        expect(body.data.status).toBe(status);
        expect((await reload(world.chat)).status).toBe(status);
      }
      expect(await findEvents(stage.database, { chatId: world.chat.id })).toHaveLength(6);
    });

    it('changes nothing, emits no event and runs nothing when the chat has the status already', async () => {
      await createAutomation(stage.database, world.tenant.id, { triggerType: 'chat_opened' });
      const before = await snapshotTenant(stage.database, world.tenant.id);
      stage.clock.advance(1_000);
      const { body } = expectStatus(await change({ triggerAutomations: true }), 200);
      expect(body.data).toMatchObject({ id: world.chat.id, status: 'open' });
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('creates deliveries only for active webhooks with the type and the channel', async () => {
      const { database } = stage;
      const { id: tenantId } = world.tenant;
      const { id: elsewhere } = await createChannel(database, tenantId);
      const [byType, byChannel] = [
        await createWebhook(database, tenantId, { events: [{ type: 'chat.updated' }] }),
        await createWebhook(database, tenantId, { events: [{ channelIds: [elsewhere, world.channel.id] }] }),
      ];
      await createWebhook(database, tenantId, { events: [{ type: 'contact.updated' }] });
      await createWebhook(database, tenantId, { events: [{ channelIds: [elsewhere] }] });
      await createWebhook(database, tenantId, { status: 'inactive' });
      await createWebhook(database, tenantId, { status: 'disabled' });
      expectStatus(await change({ status: 'closed' }), 200);
      const [event] = await findEvents(database, { chatId: world.chat.id });
      const receivers = [world.webhook.id, byType.id, byChannel.id];
      expect(event?.deliveries).toEqual(Object.fromEntries(receivers.map((id) => [id, 'chat.updated'])));
    });

    it('with triggerAutomations runs the active automations for this change and channel, and no others', async () => {
      const { database } = stage;
      const { id: tenantId } = world.tenant;
      const { id: elsewhere } = await createChannel(database, tenantId);
      const create = (values: Parameters<typeof createAutomation>[2]) =>
        createAutomation(database, tenantId, values);
      const everywhere = await create({ triggerType: 'chat_closed' });
      const here = await create({ triggerType: 'chat_closed', triggerChannelId: world.channel.id });
      await create({ triggerType: 'chat_closed', triggerChannelId: elsewhere });
      await create({ triggerType: 'chat_closed', status: 'inactive' });
      await create({ triggerType: 'chat_closed', status: 'draft' });
      await create({ triggerType: 'chat_opened' });
      expectStatus(await change({ status: 'closed', triggerAutomations: true }), 200);
      const runs = await findRuns();
      expect(runs.map(({ automationId }) => automationId).sort()).toEqual([everywhere.id, here.id].sort());
      for (const run of runs) {
        expect(run).toMatchObject({
          status: 'scheduled',
          contactId: world.contact.id,
          chatId: world.chat.id,
          scheduledAt: stage.clock.now(),
        });
        expect(await findJobs(database, 'run-automation', run.id)).toHaveLength(1);
      }
    });

    it('runs automations only if the request asks for it, and none for a snooze', async () => {
      await createAutomation(stage.database, world.tenant.id, { triggerType: 'chat_closed' });
      await createAutomation(stage.database, world.tenant.id, { triggerType: 'chat_opened' });
      expectStatus(await change({ status: 'closed' }), 200);
      expectStatus(await change({ status: 'snoozed', triggerAutomations: true }), 200);
      expectStatus(await change({ status: 'open', triggerAutomations: false }), 200);
      expect(await findRuns()).toEqual([]);
    });

    it('snoozes until a time, with a job that ends the snooze; opening clears it', async () => {
      const response = await change({ status: 'snoozed', snoozedUntil: '2026-10-16T10:00:00+02:00' });
      expect(expectStatus(response, 200).body.data.status).toBe('snoozed');
      const until = '2026-10-16T08:00:00.000Z';
      expect(await reload(world.chat)).toMatchObject({ status: 'snoozed', snoozedUntil: new Date(until) });
      const jobs = await findJobs(stage.database, 'end-snooze', world.chat.id);
      expect(jobs).toEqual([{ payload: { tenantId: world.tenant.id, chatId: world.chat.id }, runAt: until }]);
      expectStatus(await change({ status: 'open' }), 200);
      expect(await reload(world.chat)).toMatchObject({ status: 'open', snoozedUntil: null });
    });

    it('changes the end of a snooze; without an end it lasts until the next inbound message', async () => {
      expectStatus(await change({ status: 'snoozed', snoozedUntil: '2026-10-16T08:00:00Z' }), 200);
      expectStatus(await change({ status: 'snoozed', snoozedUntil: '2026-10-17T08:00:00Z' }), 200);
      const moved = new Date('2026-10-17T08:00:00Z');
      expect((await reload(world.chat)).snoozedUntil).toEqual(moved);
      expectStatus(await change({ status: 'snoozed' }), 200);
      expect((await reload(world.chat)).snoozedUntil).toEqual(moved);
      expectStatus(await change({ status: 'snoozed', snoozedUntil: null }), 200);
      expect(await reload(world.chat)).toMatchObject({ status: 'snoozed', snoozedUntil: null });
      expect(await findJobs(stage.database, 'end-snooze', world.chat.id)).toHaveLength(1);
    });
  });

  describe('changeChatStatus 400', () => {
    beforeAll(world.renew);

    it.each([
      [{ status: 'OPEN' }, { status: 'invalid_enum_value' }],
      [{ status: null }, { status: 'invalid_type' }],
      [{ triggerAutomations: 'yes' }, { triggerAutomations: 'invalid_type' }],
      [{ status: 'snoozed', snoozedUntil: 'tomorrow' }, { snoozedUntil: 'invalid_date' }],
      [{ status: 'snoozed', snoozedUntil: '2026-02-30T00:00:00Z' }, { snoozedUntil: 'invalid_date' }],
      [{ status: 'snoozed', snoozedUntil: startTime }, { snoozedUntil: 'too_small' }],
      [{ status: 'closed', snoozedUntil: '2026-10-16T08:00:00Z' }, { snoozedUntil: 'unrecognized_keys' }],
      [{ snoozedUntil: '2026-10-16T08:00:00Z' }, { snoozedUntil: 'unrecognized_keys' }],
      [
        { status: 1, triggerAutomations: 1, snoozedUntil: 1, note: 1 },
        {
          status: 'invalid_type',
          triggerAutomations: 'invalid_type',
          snoozedUntil: 'invalid_type',
          note: 'unrecognized_keys',
        },
      ],
    ])('for %j; nothing changes', async (wrongBody, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const params = { chatId: world.chat.id };
      const response = await world.v3.call('changeChatStatus', { params, wrongBody });
      expect(errorKeys(response)).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });

  describe('changeChatStatus 404', () => {
    beforeAll(world.renew);

    it('chat_not_found, and no event', async () => {
      const params = { chatId: world.contact.id };
      const { body } = expectStatus(await world.v3.call('changeChatStatus', { params }), 404);
      expect(body.error).toEqual({ messageKey: 'chat_not_found', message: 'Chat not found' });
      expect(await findEvents(stage.database, { chatId: world.chat.id })).toEqual([]);
    });
  });

  function change(body: components['schemas']['ChatStatusChange']) {
    return world.v3.call('changeChatStatus', { params: { chatId: world.chat.id }, body });
  }

  async function closeChat(): Promise<void> {
    expectStatus(await change({ status: 'closed' }), 200);
  }

  function reload({ tenantId, id }: Chat): Promise<Chat> {
    return stage.database.prisma.chat.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  }

  function findRuns() {
    return stage.database.prisma.automationRun.findMany({
      where: { tenantId: world.tenant.id, id: { not: world.automationRun.id } },
    });
  }
}
