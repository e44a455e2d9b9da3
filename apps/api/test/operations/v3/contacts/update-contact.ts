import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createContact, createHandle, expectStatus, fillHandles, setAttributeValue } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';

import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { contactCalls, type Schemas, unknownId } from './contact-calls.js';

export function describeContactUpdate(stage: Stage, world: RenewableWorld): void {
  const { newAttribute, snapshot, eventsAbout, areWaiting } = contactCalls(stage, world);

  function update(body: Schemas['ContactUpdate'], contactId = world.contact.id) {
    return world.v3.call('updateContact', { params: { contactId }, body });
  }

  describe('updateContact 200', () => {
    beforeEach(world.renew);

    it('changes the fields that were sent and nothing else, and emits an event', async () => {
      stage.clock.advance(1_000);
      const { body } = expectStatus(
        await update({ firstName: 'Grace', isSubscribed: false, metadata: { tier: 2 } }),
        200,
      );
      expect(body.data).toMatchObject({
        firstName: 'Grace',
        lastName: world.contact.lastName,
        phoneNumber: world.contact.phoneNumber,
        isSubscribed: false,
        metadata: { tier: 2 },
        updatedAt: '2026-10-15T09:30:01.000Z',
        labels: [{ id: world.label.id }],
        attributes: [{ value: 'Berlin' }],
      });
      expect(await eventsAbout(world.contact.id)).toEqual([{ type: 'contact.updated', data: body.data }]);
    });

    it('replaces all metadata, and null removes a name', async () => {
      expectStatus(await update({ metadata: { a: 1, b: 2 } }), 200);
      const { data } = expectStatus(await update({ metadata: { b: 3 }, lastName: null }), 200).body;
      expect(data).toMatchObject({ metadata: { b: 3 }, lastName: null, fullName: 'Ada' });
    });

    it('sets the time zone, and null removes it', async () => {
      expect(expectStatus(await update({ timeZone: 'Asia/Tokyo' }), 200).body.data.timeZone).toBe(
        'Asia/Tokyo',
      );
      const same = expectStatus(await update({ timeZone: 'Asia/Tokyo' }), 200).body.data;
      expect(await eventsAbout(world.contact.id)).toMatchObject([{ data: { timeZone: 'Asia/Tokyo' } }]);
      expect(same.timeZone).toBe('Asia/Tokyo');
      expect(expectStatus(await update({ timeZone: null }), 200).body.data.timeZone).toBeNull();
    });

    it('sets, changes and removes attribute values', async () => {
      const tenantId = world.tenant.id;
      const [age, vip] = [await newAttribute('age', 'number'), await newAttribute('vip', 'boolean')];
      await setAttributeValue(stage.database, tenantId, {
        contactId: world.contact.id,
        attributeId: age.id,
        value: '41',
      });
      const attributes = [
        { externalId: 'age', value: '42.5' },
        { externalId: 'vip', value: 'true' },
        { externalId: world.attribute.externalId, value: null },
      ];
      const { data } = expectStatus(await update({ attributes }), 200).body;
      expect(data.attributes).toEqual([
        { id: age.id, externalId: 'age', name: 'age', type: 'number', value: '42.5' },
        { id: vip.id, externalId: 'vip', name: 'vip', type: 'boolean', value: 'true' },
      ]);
      expect(await eventsAbout(world.contact.id)).toHaveLength(1);
    });

    it.each([
      ['nothing', () => ({})],
      ['the current values', () => ({ firstName: 'Ada', isSubscribed: true, metadata: {}, email: null })],
      ['the same number in another form', () => ({ phoneNumber: spaced(world.contact.phoneNumber) })],
      ['a removal of a missing value', () => ({ attributes: [{ externalId: 'unset', value: null }] })],
      [
        'the current value',
        () => ({ attributes: [{ externalId: world.attribute.externalId, value: 'Berlin' }] }),
      ],
    ])('%s changes nothing and emits no event', async (_, body) => {
      await newAttribute('unset', 'text');
      const before = await snapshot();
      stage.clock.advance(1_000);
      expectStatus(await update(body()), 200);
      expect(await snapshot()).toEqual(before);
    });

    function spaced(text: string | null): string {
      return `${text?.slice(0, 3)} (${text?.slice(3, 6)}) ${text?.slice(6)}`;
    }

    it('a new number replaces one without chats', async () => {
      const contact = await createContact(stage.database, world.tenant.id);
      const { data } = expectStatus(await update({ phoneNumber: '+49 30 111' }, contact.id), 200).body;
      expect(data.phoneNumber).toBe('+4930111');
      expect(data.handles).toMatchObject([{ type: 'phone_number', value: '+4930111', isPrimary: true }]);
    });

    it('a number with a chat stays, but is no longer the primary one', async () => {
      const { data } = expectStatus(await update({ phoneNumber: '+4930222' }), 200).body;
      expect(data.phoneNumber).toBe('+4930222');
      expect(data.handles).toHaveLength(3);
      expect(data.handles).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: world.contact.handle.id, isPrimary: false, hasChats: true }),
          expect.objectContaining({ value: '+4930222', isPrimary: true, hasChats: false }),
        ]),
      );
      const back = expectStatus(await update({ phoneNumber: world.contact.phoneNumber }), 200).body.data;
      expect(back.handles).toMatchObject([
        { id: world.contact.handle.id, isPrimary: true },
        { id: world.spareHandle.id, isPrimary: true },
      ]);
      expect(back.chats).toHaveLength(1);
    });

    it('null removes an address, and another one of the contact can become the primary one', async () => {
      const second = await createHandle(stage.database, world.tenant.id, {
        contactId: world.contact.id,
        value: 'second@customer.example',
      });
      const first = expectStatus(await update({ email: 'First@customer.example' }), 200).body.data;
      expect(first).toMatchObject({ email: 'first@customer.example' });
      const other = expectStatus(await update({ email: 'second@customer.example' }), 200).body.data;
      expect(other.email).toBe('second@customer.example');
      expect(other.handles.filter(({ type }) => type === 'email')).toMatchObject([
        { id: second.id, isPrimary: true },
      ]);
      const none = expectStatus(await update({ email: null }), 200).body.data;
      const left = [{ id: world.contact.handle.id }, { id: world.spareHandle.id }];
      expect(none).toMatchObject({ email: null, handles: left });
    });

    it('a chat that is created with the old number at the same time keeps it', async () => {
      const { database } = stage;
      const contact = await createContact(database, world.tenant.id);
      const client = await database.pool.connect();
      await client.query('begin');
      const place = [world.tenant.id, unknownId, world.channel.id, contact.id, contact.handle.id];
      await client.query(
        'insert into chats (tenant_id, id, channel_id, contact_id, handle_id) values ($1, $2, $3, $4, $5)',
        place,
      );
      const response = update({ phoneNumber: '+4930333' }, contact.id);
      await expect(areWaiting(1)).resolves.toBe(true);
      await client.query('commit');
      client.release();
      const { data } = expectStatus(await response, 200).body;
      expect(data.handles).toHaveLength(2);
      expect(data.handles.find(({ isPrimary }) => isPrimary)?.value).toBe('+4930333');
    });
  });

  describe('updateContact 400; nothing changes', () => {
    beforeAll(world.renew);

    it('not_unique for another contact’s address, with all other errors', async () => {
      const other = await createContact(stage.database, world.tenant.id, { email: 'taken@customer.example' });
      await createHandle(stage.database, world.tenant.id, {
        contactId: other.id,
        value: 'taken@customer.example',
      });
      const before = await snapshot();
      const response = await update({
        firstName: 'Grace',
        email: 'TAKEN@customer.example',
        phoneNumber: other.phoneNumber,
        attributes: [{ externalId: 'nothing', value: '1' }],
      });
      expect(errorKeys(response)).toEqual({
        email: 'not_unique',
        phoneNumber: 'not_unique',
        'attributes.0.externalId': 'not_found',
      });
      expect(await snapshot()).toEqual(before);
    });

    it('too_big when the contact would have more than 100 addresses', async () => {
      const { id: contactId } = world.contact;
      const full = await fillHandles(stage.database, world.tenant.id, { contactId, count: 100 });
      const before = await snapshot();
      const response = await update({ firstName: 'Grace', email: 'one.more@customer.example' });
      expect(errorKeys(response)).toEqual({ email: 'too_big' });
      expect(await snapshot()).toEqual(before);
      await stage.database.prisma.handle.deleteMany({ where: { id: { in: full } } });
    });

    it.each([
      [{ firstName: '' }, { firstName: 'too_small' }],
      [{ email: 'x' }, { email: 'invalid_string' }],
      [{ labels: [] }, { labels: 'unrecognized_keys' }],
      [{ metadata: null }, { metadata: 'invalid_type' }],
    ])('for %j', async (wrongBody, expected) => {
      const params = { contactId: world.contact.id };
      expect(errorKeys(await world.v3.call('updateContact', { params, wrongBody }))).toEqual(expected);
    });
  });

  describe('updateContact 404', () => {
    beforeAll(world.renew);

    it('contact_not_found, even if the references of the body are invalid', async () => {
      const attributes = [{ externalId: 'nothing', value: '1' }];
      const { body } = expectStatus(await update({ attributes }, unknownId), 404);
      expect(body.error.messageKey).toBe('contact_not_found');
    });
  });
}
