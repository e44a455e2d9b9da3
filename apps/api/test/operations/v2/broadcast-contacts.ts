import { beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v2';
import { createAttribute, createContact, createHandle, expectStatus } from '@parley/testkit';
import { findEvents } from '../support/find-events.js';
import { type Stage, startTime } from '../support/start-stage.js';
import type { RenewableWorld } from '../support/use-stage.js';

export function describeBroadcastContacts(stage: Stage, world: RenewableWorld): void {
  type BroadcastCreate = components['schemas']['BroadcastCreate'];

  function create(values: Partial<BroadcastCreate> = {}) {
    const body = { name: 'Autumn offer', workflowId: world.automation.id, ...values };
    return world.v2.call('createBroadcast', {
      params: { channelId: world.channel.id },
      body,
    });
  }

  /** Returns the contacts of a new broadcast as they are stored, with all their fields. */
  async function sendTo(contacts: NonNullable<BroadcastCreate['contacts']>) {
    const { id } = expectStatus(await create({ contacts }), 200).body.data;
    const recipients = await stage.database.prisma.campaignRecipient.findMany({
      where: { tenantId: world.tenant.id, campaignId: id },
      orderBy: { contact: { createdAt: 'asc' } },
      include: {
        contact: {
          include: {
            handles: true,
            labels: { include: { label: true } },
            attributeValues: { include: { attribute: true } },
          },
        },
      },
    });
    return recipients.map(({ contact }) => contact);
  }

  describe('the contacts of a broadcast', () => {
    beforeEach(world.renew);

    it('are created with names, handles, attributes and labels when they are new, with events', async () => {
      const city = await createAttribute(stage.database, world.tenant.id, { externalId: 'city' });
      const [contact] = await sendTo([
        {
          firstName: 'Grace',
          lastName: 'Hill',
          email: 'Grace@Example.com',
          phoneNumber: '+49 (151) 9999-0001',
          attributes: [{ externalId: 'city', value: 'Hamburg' }],
          labels: [{ name: 'VIP' }, { name: world.label.name }],
        },
      ]);
      expect(contact).toMatchObject({
        firstName: 'Grace',
        lastName: 'Hill',
        phoneNumber: '+4915199990001',
        email: 'grace@example.com',
        createdAt: new Date(startTime),
      });
      const handles = contact?.handles.map(({ type, value, isPrimary }) => ({ type, value, isPrimary }));
      expect(handles).toContainEqual({ type: 'phone_number', value: '+4915199990001', isPrimary: true });
      expect(handles).toContainEqual(expect.objectContaining({ type: 'email', value: 'grace@example.com' }));
      expect(contact?.attributeValues).toMatchObject([{ attributeId: city.id, value: 'Hamburg' }]);
      expect(contact?.labels.map(({ label }) => label.name).sort()).toEqual(['VIP', world.label.name].sort());
      expect(await stage.database.prisma.label.count({ where: { tenantId: world.tenant.id } })).toBe(2);
      const events = await findEvents(stage.database, { contactId: contact?.id ?? '' });
      expect(events).toMatchObject([
        { type: 'contact.created', deliveries: { [world.webhook.id]: 'contact.created' } },
        { type: 'contact.updated', deliveries: { [world.webhook.id]: 'contact.updated' } },
      ]);
    });

    it('are matched by phone number first, then by email, and never across tenants', async () => {
      const { database } = stage;
      const byPhone = await createContact(database, world.tenant.id);
      const byEmail = await createContact(database, world.tenant.id);
      await createHandle(database, world.tenant.id, {
        contactId: byEmail.id,
        type: 'email',
        value: 'b@example.com',
      });
      const sent = await sendTo([
        { phoneNumber: byPhone.phoneNumber, email: 'b@example.com' },
        { email: 'B@EXAMPLE.com' },
        { phoneNumber: stage.other.contact.phoneNumber },
      ]);
      const ids = sent.map(({ id }) => id);
      expect(ids).toHaveLength(3);
      expect(ids).toEqual(expect.arrayContaining([byPhone.id, byEmail.id]));
      expect(ids).not.toContain(stage.other.contact.id);
    });

    it('keep their names, get the fields that they lack, and the new values of attributes', async () => {
      const { contact, attribute } = world;
      const [sent] = await sendTo([
        {
          firstName: 'Another',
          phoneNumber: contact.phoneNumber,
          email: 'ada@example.com',
          attributes: [{ externalId: attribute.externalId, value: 'Bonn' }],
        },
      ]);
      expect(sent).toMatchObject({ id: contact.id, firstName: 'Ada', email: 'ada@example.com' });
      expect(sent?.attributeValues).toMatchObject([{ attributeId: attribute.id, value: 'Bonn' }]);
      expect(sent?.labels).toMatchObject([{ labelId: world.label.id }]);
    });

    it('are added once each, however often they occur', async () => {
      const sent = await sendTo([
        { phoneNumber: '+4915100000001', labels: [{ name: 'A' }] },
        { phoneNumber: '+49 151 0000 0001', email: 'a@example.com', labels: [{ name: 'B' }] },
        { email: 'A@example.com', labels: [{ name: 'A' }] },
        { phoneNumber: world.contact.phoneNumber },
        { phoneNumber: world.contact.phoneNumber, firstName: null },
      ]);
      expect(sent).toHaveLength(2);
      const [made] = sent.filter(({ id }) => id !== world.contact.id);
      expect(made?.labels.map(({ label }) => label.name).sort()).toEqual(['A', 'B']);
    });

    it('may be 5,000', async () => {
      const contacts = Array.from({ length: 5_000 }, (_, index) => ({
        firstName: `Person ${index}`,
        phoneNumber: `+4917${String(index).padStart(8, '0')}`,
        email: null,
        attributes: [{ externalId: world.attribute.externalId, value: String(index) }],
        labels: [{ name: `Group ${index % 10}` }],
      }));
      const { id: campaignId } = expectStatus(await create({ contacts }), 200).body.data;
      const { prisma } = stage.database;
      const { id: tenantId } = world.tenant;
      expect(await prisma.campaignRecipient.count({ where: { tenantId, campaignId } })).toBe(5_000);
      expect(await prisma.contact.count({ where: { tenantId } })).toBe(5_002);
      expect(await prisma.label.count({ where: { tenantId } })).toBe(11);
      expect(await prisma.attributeValue.count({ where: { tenantId } })).toBe(5_001);
      expect(await prisma.event.count({ where: { tenantId, type: 'contact.updated' } })).toBe(5_000);
      expect(await prisma.event.count({ where: { tenantId, type: 'contact.created' } })).toBe(5_000);
      expect(await prisma.delivery.count({ where: { tenantId, status: 'pending' } })).toBe(10_000);
    });
  });
}
