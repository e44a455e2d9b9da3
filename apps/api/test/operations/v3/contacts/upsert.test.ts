import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createAttribute,
  createAutomation,
  createContact,
  createHandle,
  fillHandles,
  fillLabels,
} from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { startTime } from '../../support/start-stage.js';
import { useStage, useWorld } from '../../support/use-stage.js';
import { type Item, upsertCalls } from './upsert-calls.js';
import { describeManyUpserts } from './upsert-many.js';

describe('contact upsert', () => {
  const stage = useStage();
  const world = useWorld(stage);
  const { upsert, read } = upsertCalls(world);

  async function statusesOf(contacts: Item[]): Promise<string[]> {
    return (await upsert(contacts)).map(({ status }) => status);
  }

  describe('upsertContacts 200', () => {
    beforeEach(world.renew);

    it('creates new contacts and updates known ones, by phone number and then by email, and emits events', async () => {
      const { database } = stage;
      const mail = await createContact(database, world.tenant.id, { email: 'known@customer.example' });
      await createHandle(database, world.tenant.id, {
        contactId: mail.id,
        value: 'known@customer.example',
        isPrimary: true,
      });
      const results = await upsert([
        { phoneNumber: '+49 (30) 111', email: 'New@customer.example', firstName: 'New', metadata: { a: 1 } },
        {
          phoneNumber: world.contact.phoneNumber,
          firstName: 'Known',
          lastName: null,
          timeZone: 'Asia/Tokyo',
        },
        { email: 'KNOWN@customer.example', phoneNumber: '+4930222', isSubscribed: false },
        { phoneNumber: '+4930333', timeZone: 'Mars/Olympus' },
      ]);
      expect(results).toEqual([
        { index: 0, status: 'created', id: expect.any(String), error: null },
        { index: 1, status: 'updated', id: world.contact.id, error: null },
        { index: 2, status: 'updated', id: mail.id, error: null },
        {
          index: 3,
          status: 'failed',
          id: null,
          error: expect.objectContaining({
            invalidParams: { timeZone: expect.objectContaining({ key: 'invalid_string' }) },
          }),
        },
      ]);
      const created = await read(results[0]?.id ?? null);
      expect(created).toMatchObject({
        firstName: 'New',
        lastName: null,
        phoneNumber: '+4930111',
        email: 'new@customer.example',
        isSubscribed: true,
        metadata: { a: 1 },
        createdAt: startTime,
      });
      expect(created.handles.map(({ isPrimary }) => isPrimary)).toEqual([true, true]);
      expect(await read(world.contact.id)).toMatchObject({
        firstName: 'Known',
        lastName: null,
        timeZone: 'Asia/Tokyo',
      });
      expect(await read(mail.id)).toMatchObject({
        firstName: 'Ada',
        email: 'known@customer.example',
        phoneNumber: '+4930222',
        isSubscribed: false,
      });
      for (const { id, status } of results.slice(0, 3)) {
        const events = await findEvents(stage.database, { contactId: id ?? '' });
        const types = [...(status === 'created' ? ['contact.created'] : []), 'contact.updated'];
        const data = await read(id);
        expect(events).toMatchObject(types.map((type) => ({ type, data })));
      }
    });

    it('sets and removes attribute values, and adds labels by name, creating missing ones', async () => {
      const age = await createAttribute(stage.database, world.tenant.id, {
        externalId: 'age',
        type: 'number',
      });
      const [result] = await upsert([
        {
          phoneNumber: world.contact.phoneNumber,
          attributes: [
            { externalId: 'age', value: '41' },
            { externalId: world.attribute.externalId, value: null },
          ],
          labels: [{ name: 'Imported' }, { name: 'Imported' }],
        },
      ]);
      const contact = await read(result?.id ?? null);
      expect(contact.attributes).toMatchObject([{ id: age.id, value: '41' }]);
      expect(contact.labels.map(({ name }) => name).sort()).toEqual(['Imported', world.label.name].sort());
    });

    it('applies items about the same contact one after the other', async () => {
      const results = await upsert([
        { phoneNumber: '+4930111', firstName: 'First', metadata: { a: 1 } },
        { phoneNumber: '+4930111', email: 'one@customer.example', lastName: 'Last', labels: [{ name: 'A' }] },
        { email: 'one@customer.example', firstName: 'Second', labels: [{ name: 'B' }] },
      ]);
      expect(results.map(({ status }) => status)).toEqual(['created', 'updated', 'updated']);
      expect(new Set(results.map(({ id }) => id)).size).toBe(1);
      const contact = await read(results[0]?.id ?? null);
      expect(contact).toMatchObject({
        firstName: 'Second',
        lastName: 'Last',
        email: 'one@customer.example',
        metadata: { a: 1 },
      });
      expect(contact.labels.map(({ name }) => name)).toEqual(['A', 'B']);
      expect(await findEvents(stage.database, { contactId: contact.id })).toHaveLength(2);
    });

    it('an invalid item fails alone, with every reason; the others are stored', async () => {
      const { database, other } = stage;
      await createAttribute(database, world.tenant.id, { externalId: 'age', type: 'number' });
      const taken = await createContact(database, world.tenant.id, { email: 'taken@customer.example' });
      await createHandle(database, world.tenant.id, { contactId: taken.id, value: 'taken@customer.example' });
      const results = await upsert([
        { firstName: 'Nobody' },
        { phoneNumber: 'call me', email: 'nowhere' },
        { phoneNumber: '' },
        { phoneNumber: '+4930111', attributes: [{ externalId: other.attribute.externalId, value: 'x' }] },
        {
          phoneNumber: '+4930111',
          attributes: [{ externalId: 'age', value: 'old' }],
          labels: [{ name: 'Never' }],
        },
        { phoneNumber: world.contact.phoneNumber, email: 'taken@customer.example', firstName: 'Never' },
        { phoneNumber: '+4930222', firstName: 'Kept' },
        { phoneNumber: '+4930333', email: 'taken@customer.example' },
      ]);
      expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      const errors = results.map(({ error }) =>
        Object.fromEntries(Object.entries(error?.invalidParams ?? {}).map(([name, { key }]) => [name, key])),
      );
      expect(errors).toEqual([
        { phoneNumber: 'invalid_type' },
        { phoneNumber: 'invalid_string', email: 'invalid_string' },
        { phoneNumber: 'invalid_string' },
        { 'attributes.0.externalId': 'not_found' },
        { 'attributes.0.value': 'invalid_string' },
        { email: 'not_unique' },
        {},
        {},
      ]);
      expect(results[5]).toEqual({
        index: 5,
        status: 'failed',
        id: null,
        error: {
          messageKey: 'invalid_body_params',
          message: 'Invalid body params',
          invalidParams: { email: { key: 'not_unique', message: 'Another contact has this address' } },
        },
      });
      expect(results[6]).toMatchObject({ status: 'created' });
      expect(results[7]).toMatchObject({ status: 'updated', id: taken.id });
      expect(await read(world.contact.id)).toMatchObject({ firstName: 'Ada', email: null });
      const { prisma } = database;
      expect(await prisma.label.findMany({ where: { name: 'Never' } })).toEqual([]);
      expect(
        await prisma.handle.findMany({ where: { tenantId: world.tenant.id, value: '+4930111' } }),
      ).toEqual([]);
    });

    it.each([
      ['labels', '500 labels', { labels: [{ name: 'VIP' }] }],
      ['email', '100 addresses', { email: 'one.more@customer.example' }],
    ])('an item fails alone when its contact would have too many: %s', async (path, bound, more) => {
      const { id: contactId, phoneNumber } = world.contact;
      await fillLabels(stage.database, world.tenant.id, { contactId, count: path === 'labels' ? 499 : 0 });
      await fillHandles(stage.database, world.tenant.id, { contactId, count: path === 'email' ? 99 : 0 });
      const [failed, created] = await upsert([
        { phoneNumber, firstName: 'Never', ...more },
        { phoneNumber: `+4930111${bound.slice(0, 3)}`, ...more },
      ]);
      const tooBig = { key: 'too_big', message: `A contact can have at most ${bound}` };
      expect(failed).toMatchObject({ status: 'failed', error: { invalidParams: { [path]: tooBig } } });
      expect(created).toMatchObject({ status: 'created' });
      expect(await read(contactId)).toMatchObject({ firstName: 'Ada' });
    });

    it('an unchanged contact changes nothing and emits no event', async () => {
      const item = {
        phoneNumber: world.contact.phoneNumber,
        firstName: 'Ada',
        labels: [{ name: world.label.name }],
      };
      const before = await snapshotTenant(stage.database, world.tenant.id);
      stage.clock.advance(1_000);
      expect(await statusesOf([item])).toEqual(['updated']);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('starts no automations', async () => {
      await createAutomation(stage.database, world.tenant.id, { triggerType: 'label_added' });
      await upsert([{ phoneNumber: '+4930111', labels: [{ name: 'Imported' }] }]);
      const runs = await stage.database.prisma.automationRun.findMany({
        where: { tenantId: world.tenant.id },
      });
      expect(runs.filter(({ id }) => id !== world.automationRun.id)).toEqual([]);
    });
  });

  describeManyUpserts(stage, world);

  describe('upsertContacts 400; nothing changes', () => {
    beforeAll(world.renew);

    it.each([
      [{}, { contacts: 'invalid_type' }],
      [{ contacts: [] }, { contacts: 'too_small' }],
      [
        { contacts: Array.from({ length: 5_001 }, () => ({ phoneNumber: '+4930111' })) },
        { contacts: 'too_big' },
      ],
      [
        { contacts: [{ phoneNumber: '+4930111' }, { phoneNumber: 1, name: 'Ada', labels: [{ id: 'x' }] }] },
        {
          'contacts.1.phoneNumber': 'invalid_type',
          'contacts.1.name': 'unrecognized_keys',
          'contacts.1.labels.0.name': 'invalid_type',
          'contacts.1.labels.0.id': 'unrecognized_keys',
        },
      ],
    ])('for an item of the wrong shape, case %#', async (wrongBody, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      expect(errorKeys(await world.v3.call('upsertContacts', { wrongBody }))).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });
});
