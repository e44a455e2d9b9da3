import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAutomation, createLabel, createWebhook, expectStatus, fillLabels } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { findJobs } from '../../support/find-jobs.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { type Stage, startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeContactLabels(stage: Stage, world: RenewableWorld): void {
  function add(labelIds: readonly string[], contactId = world.contact.id) {
    const body = { labels: labelIds.map((id) => ({ id })) };
    return world.v3.call('addContactLabels', { params: { contactId }, body });
  }

  async function newLabel(name: string): Promise<string> {
    return (await createLabel(stage.database, world.tenant.id, { name, color: '#0EA5E9' })).id;
  }

  async function labelIdsOf(contactId: string): Promise<string[]> {
    const rows = await stage.database.prisma.contactLabel.findMany({ where: { contactId } });
    return rows.map(({ labelId }) => labelId).sort();
  }

  describe('addContactLabels 200', () => {
    beforeEach(world.renew);

    it('adds the labels, returns the contact with all labels by name, and emits an event', async () => {
      const [vip, angry] = [await newLabel('A VIP'), await newLabel('An angry one')];
      const { id: contactUpdates } = await createWebhook(stage.database, world.tenant.id, {
        events: [{ type: 'contact.updated' }],
      });
      await createWebhook(stage.database, world.tenant.id, { events: [{ type: 'chat.updated' }] });
      const { body } = expectStatus(await add([angry, vip]), 200);
      expect(body.data).toMatchObject({ id: world.contact.id, updatedAt: startTime });
      expect(body.data.labels).toEqual([
        { id: vip, name: 'A VIP', color: '#0EA5E9' },
        { id: angry, name: 'An angry one', color: '#0EA5E9' },
        { id: world.label.id, name: world.label.name, color: world.label.color },
      ]);
      expect(await labelIdsOf(world.contact.id)).toEqual([vip, angry, world.label.id].sort());
      expect(await findEvents(stage.database, { contactId: world.contact.id })).toEqual([
        {
          type: 'contact.updated',
          data: body.data,
          deliveries: { [world.webhook.id]: 'contact.updated', [contactUpdates]: 'contact.updated' },
        },
      ]);
    });

    it('accepts a label that the contact already has, and one that is sent twice', async () => {
      const vip = await newLabel('VIP');
      const { body } = expectStatus(await add([world.label.id, vip, vip.toUpperCase()]), 200);
      expect(body.data.labels).toHaveLength(2);
      expect(await labelIdsOf(world.contact.id)).toEqual([vip, world.label.id].sort());
    });

    it('changes nothing and emits no event when the contact has all of them already', async () => {
      await createAutomation(stage.database, world.tenant.id, { triggerType: 'label_added' });
      const before = await snapshotTenant(stage.database, world.tenant.id);
      stage.clock.advance(1_000);
      const { body } = expectStatus(await add([world.label.id]), 200);
      expect(body.data.labels).toHaveLength(1);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('takes a hundred', async () => {
      const names = Array.from({ length: 100 }, (_, index) => `Label no. ${index}`);
      const rows = names.map((name, index) => ({
        tenantId: world.tenant.id,
        id: `0193a1e0-5c00-7000-8000-${String(index).padStart(12, '0')}`,
        name,
        color: '#0EA5E9',
      }));
      await stage.database.prisma.label.createMany({ data: rows });
      const { body } = expectStatus(await add(rows.map(({ id }) => id)), 200);
      expect(body.data.labels).toHaveLength(101);
    });

    it('runs the active automations with a trigger for added labels once', async () => {
      const waiting = await createAutomation(stage.database, world.tenant.id, { triggerType: 'label_added' });
      await createAutomation(stage.database, world.tenant.id, {
        triggerType: 'label_added',
        status: 'draft',
      });
      expectStatus(await add([await newLabel('VIP'), await newLabel('Angry')]), 200);
      const runs = await stage.database.prisma.automationRun.findMany({
        where: { tenantId: world.tenant.id, id: { not: world.automationRun.id } },
      });
      expect(runs).toMatchObject([{ automationId: waiting.id, contactId: world.contact.id, chatId: null }]);
      expect(await findJobs(stage.database, 'run-automation', runs[0]?.id ?? '')).toHaveLength(1);
    });
  });

  describe('addContactLabels 400', () => {
    beforeAll(world.renew);

    it('not_found at each index of an unknown label or one of another tenant; none is added', async () => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const vip = await newLabel('VIP');
      const unknown = '0193a1e0-5c00-7000-8000-00000000ffff';
      const { body } = expectStatus(
        await add([unknown, vip, stage.other.label.id, world.label.id, unknown]),
        400,
      );
      const error = { key: 'not_found', message: 'Label not found' };
      expect(body).toEqual(invalid({ 'labels.0.id': error, 'labels.2.id': error, 'labels.4.id': error }));
      expect(await labelIdsOf(world.contact.id)).toEqual([world.label.id]);
      expect({ ...(await snapshotTenant(stage.database, world.tenant.id)), labels: before.labels }).toEqual(
        before,
      );
    });

    it.each([
      [{}, { labels: 'invalid_type' }],
      [{ labels: [] }, { labels: 'too_small' }],
      [{ labels: null }, { labels: 'invalid_type' }],
      [{ labels: [{}] }, { 'labels.0.id': 'invalid_type' }],
      [{ labels: ['VIP'] }, { 'labels.0': 'invalid_type' }],
      [{ labels: [{ id: 'VIP' }] }, { 'labels.0.id': 'invalid_string' }],
      [
        { labels: [{ id: '0193a1e0-5c00-7000-8000-00000000ffff', name: 'VIP' }, { id: 1 }] },
        { 'labels.0.id': 'not_found', 'labels.0.name': 'unrecognized_keys', 'labels.1.id': 'invalid_type' },
      ],
      [
        { labels: Array.from({ length: 101 }, () => ({ id: '0193a1e0-5c00-7000-8000-00000000ffff' })) },
        { labels: 'too_big' },
      ],
    ])('for %j; nothing changes', async (wrongBody, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const params = { contactId: world.contact.id };
      const response = await world.v3.call('addContactLabels', { params, wrongBody });
      expect(errorKeys(response)).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });

  describe('addContactLabels 400 for a contact with 500 labels', () => {
    beforeAll(world.renew);

    it('too_big; none is added, and no event is emitted', async () => {
      const contactId = world.contact.id;
      await fillLabels(stage.database, world.tenant.id, { contactId, count: 498 });
      const [vip, angry] = [await newLabel('VIP'), await newLabel('Angry')];
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const { body } = expectStatus(await add([vip, angry]), 400);
      const error = { key: 'too_big', message: 'A contact can have at most 500 labels' };
      expect(body).toEqual(invalid({ labels: error }));
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
      expectStatus(await add([vip]), 200);
    });
  });

  describe('addContactLabels 404', () => {
    beforeAll(world.renew);

    it('contact_not_found, even if the labels are unknown', async () => {
      for (const labelId of [world.label.id, '0193a1e0-5c00-7000-8000-00000000ffff']) {
        const { body } = expectStatus(await add([labelId], world.chat.id), 404);
        expect(body.error).toEqual({ messageKey: 'contact_not_found', message: 'Contact not found' });
      }
    });
  });
}
