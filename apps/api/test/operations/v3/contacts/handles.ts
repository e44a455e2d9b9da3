import { beforeEach, describe, expect, it } from '@jest/globals';
import { createContact, createHandle, expectStatus } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { contactCalls, type Schemas, unknownId } from './contact-calls.js';

export function describeContactHandles(stage: Stage, world: RenewableWorld): void {
  const { snapshot, eventsAbout, areWaiting } = contactCalls(stage, world);

  beforeEach(world.renew);

  function add(body: Schemas['HandleCreate'], contactId = world.contact.id) {
    return world.v3.call('addContactHandle', { params: { contactId }, body });
  }

  function remove(handleId: string, contactId = world.contact.id) {
    return world.v3.call('deleteContactHandle', { params: { contactId, handleId } });
  }

  async function read(contactId = world.contact.id) {
    return expectStatus(await world.v3.call('getContact', { params: { contactId } }), 200).body.data;
  }

  describe('addContactHandle 200', () => {
    it.each([
      ['email', ' Ada@Customer.Example ', 'ada@customer.example', true],
      ['phone_number', '0049 155 12345678', '+4915512345678', false],
      ['instagram', '@Ada.Lovelace', 'ada.lovelace', false],
    ] as const)(
      '%s: stored in its normal form; emits contact.updated',
      async (type, text, value, isPrimary) => {
        const { data } = expectStatus(await add({ type, value: text }), 200).body;
        expect(data).toEqual({
          id: expect.any(String),
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          ...{ type, value, isPrimary, extra: {}, hasChats: false },
        });
        const contact = await read();
        expect(contact.handles).toContainEqual(data);
        expect(contact.email).toBe(type === 'email' ? value : null);
        expect(contact.phoneNumber).toBe(world.contact.phoneNumber);
        expect(await eventsAbout(contact.id)).toEqual([{ type: 'contact.updated', data: contact }]);
      },
    );

    it('the first phone number is also the one of the contact', async () => {
      const params = { body: { firstName: 'Grace' } };
      const { id } = expectStatus(await world.v3.call('createContact', params), 200).body.data;
      expectStatus(await add({ type: 'phone_number', value: '+4915512345678' }, id), 200);
      expect(await read(id)).toMatchObject({ phoneNumber: '+4915512345678', handles: [{ isPrimary: true }] });
    });

    it('an address that the contact has changes nothing', async () => {
      const before = await snapshot();
      const { value } = world.contact.handle;
      const { data } = expectStatus(await add({ type: 'phone_number', value }), 200).body;
      expect(data).toMatchObject({ id: world.contact.handle.id, hasChats: true });
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('addContactHandle 400', () => {
    it('not_unique for the address of another contact; nothing is added', async () => {
      const other = await createContact(stage.database, world.tenant.id);
      const before = await snapshot();
      const response = await add({ type: 'phone_number', value: other.handle.value });
      expect(expectStatus(response, 400).body.error.invalidParams).toEqual({
        value: { key: 'not_unique', message: 'Another contact has this address' },
      });
      expect(await snapshot()).toEqual(before);
    });

    it('the address of a contact of another tenant is free', async () => {
      const { value } = stage.other.contact.handle;
      expectStatus(await add({ type: 'phone_number', value }), 200);
    });

    it.each([
      ['email', 'ada', /^Expected an email address/],
      ['phone_number', '12', /^Expected a phone number/],
      ['instagram', 'a b', /^Expected an Instagram id/],
    ] as const)('invalid_string for a value that is no %s', async (type, value, message) => {
      const { error } = expectStatus(await add({ type, value }), 400).body;
      expect(error.invalidParams).toMatchObject({
        value: { key: 'invalid_string', message: expect.stringMatching(message) },
      });
    });

    it('errors of the schema and of the address are reported together', async () => {
      const wrongBody = { type: 'email', value: 'ada', isPrimary: true };
      const params = { contactId: world.contact.id };
      const { error } = expectStatus(
        await world.v3.call('addContactHandle', { params, wrongBody }),
        400,
      ).body;
      expect(Object.keys(error.invalidParams ?? {}).sort()).toEqual(['isPrimary', 'value']);
    });

    it('too_big for the address after a hundred', async () => {
      const { id: contactId } = world.contact;
      for (let number = 3; number <= 100; number += 1)
        await createHandle(stage.database, world.tenant.id, { contactId });
      const { error } = expectStatus(await add({ type: 'email', value: 'ada@customer.example' }), 400).body;
      expect(error.invalidParams).toMatchObject({ value: { key: 'too_big' } });
    });
  });

  describe('addContactHandle 404', () => {
    it('contact_not_found for an unknown contact and for one of another tenant', async () => {
      for (const contactId of [unknownId, 'contact', stage.other.contact.id]) {
        const response = await add({ type: 'email', value: 'ada@customer.example' }, contactId);
        expect(expectStatus(response, 404).body.error.messageKey).toBe('contact_not_found');
      }
    });
  });

  describe('addContactHandle at the same time', () => {
    it('one of two contacts gets the address, the other one 400', async () => {
      const other = await createContact(stage.database, world.tenant.id);
      const address = { type: 'email', value: 'ada@customer.example' } as const;
      const responses = await Promise.all([add(address), add(address, other.id)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    });
  });

  describe('deleteContactHandle 200', () => {
    it('the address is deleted and is free for another contact; emits contact.updated', async () => {
      const { id, value } = world.spareHandle;
      const result = { deletedIds: [id], notFoundIds: [] };
      expect(expectStatus(await remove(id), 200).body.data).toEqual(result);
      const contact = await read();
      expect(contact.handles.map((handle) => handle.id)).toEqual([world.contact.handle.id]);
      expect(await eventsAbout(contact.id)).toEqual([{ type: 'contact.updated', data: contact }]);
      const other = await createContact(stage.database, world.tenant.id);
      expectStatus(await add({ type: 'instagram', value }, other.id), 200);
    });

    it('after the primary address, the oldest of its type is the primary one; after the last, there is none', async () => {
      const [first, second, third] = ['a', 'b', 'c'].map((name) => `${name}@customer.example`);
      const ids: string[] = [];
      for (const value of [first, second, third])
        ids.push(expectStatus(await add({ type: 'email', value: value ?? '' }), 200).body.data.id);
      const { id: otherId } = await createContact(stage.database, world.tenant.id);
      for (const value of ['d@customer.example', 'e@customer.example'])
        expectStatus(await add({ type: 'email', value }, otherId), 200);
      const other = await read(otherId);
      const emails: (string | null)[] = [(await read()).email];
      const primary: string[][] = [];
      for (const id of ids) {
        expectStatus(await remove(id), 200);
        const { email, handles } = await read();
        emails.push(email);
        const shown = handles.filter(({ type, isPrimary }) => type === 'email' && isPrimary);
        primary.push(shown.map(({ value }) => value));
      }
      expect(emails).toEqual([first, second, third, null]);
      expect(primary).toEqual([[second], [third], []]);
      expect(await read(otherId)).toEqual(other);
      expect((await read()).phoneNumber).toBe(world.contact.phoneNumber);
    });

    it('lists what does not exist: the address, or the contact', async () => {
      const other = await createContact(stage.database, world.tenant.id);
      const cases: [handleId: string, contactId: string, notFound: string][] = [
        [unknownId, world.contact.id, unknownId],
        ['handle', world.contact.id, 'handle'],
        [world.spareHandle.id, other.id, world.spareHandle.id],
        [world.spareHandle.id, unknownId, unknownId],
        [stage.other.spareHandle.id, stage.other.contact.id, stage.other.contact.id],
      ];
      const before = await snapshot();
      for (const [handleId, contactId, notFound] of cases) {
        const { data } = expectStatus(await remove(handleId, contactId), 200).body;
        expect(data).toEqual({ deletedIds: [], notFoundIds: [notFound] });
      }
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('deleteContactHandle 409', () => {
    it('handle_in_use while a chat uses the address; nothing changes', async () => {
      const before = await snapshot();
      const { error } = expectStatus(await remove(world.contact.handle.id), 409).body;
      expect(error).toEqual({ messageKey: 'handle_in_use', message: 'A chat uses the address' });
      expect(await snapshot()).toEqual(before);
      expectStatus(await world.v3.call('deleteChat', { params: { chatId: world.chat.id } }), 200);
      expectStatus(await remove(world.contact.handle.id), 200);
    });

    it('last_handle for the only address', async () => {
      const { id, handle } = await createContact(stage.database, world.tenant.id);
      const { error } = expectStatus(await remove(handle.id, id), 409).body;
      expect(error).toEqual({ messageKey: 'last_handle', message: 'The contact has no other address' });
    });

    it('handle_in_use when a chat with the address is being created', async () => {
      const { id: contactId, handle } = await createContact(stage.database, world.tenant.id);
      await createHandle(stage.database, world.tenant.id, { contactId });
      const client = await stage.database.pool.connect();
      try {
        await client.query('begin');
        await client.query(
          'insert into chats (tenant_id, id, channel_id, contact_id, handle_id) values ($1, $2, $3, $2, $4)',
          [world.tenant.id, contactId, world.channel.id, handle.id],
        );
        const removal = remove(handle.id, contactId);
        expect(await areWaiting(1)).toBe(true);
        await client.query('commit');
        expect(expectStatus(await removal, 409).body.error.messageKey).toBe('handle_in_use');
      } finally {
        client.release();
      }
    });
  });
}
