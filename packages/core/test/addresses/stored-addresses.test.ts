import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Contact } from '@parley/database';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { defaultSizes as sizes } from '../../src/sizes.js';
import {
  findDuplicateContacts,
  normalizeAddressesOnce,
  normalizeStoredAddresses,
} from '../../src/tenants/administration.js';
import { createChannel, createChat, createContact, createHandle, createTenant } from '../testkit.js';

const { database } = useTestDatabase();
let tenantId: string;

beforeEach(async () => {
  await database.pool.query('delete from tenants; delete from data_migrations');
  tenantId = (await createTenant(database, { slug: 'acme' })).id;
});

const create = (phoneNumber: string, tenant = tenantId): Promise<Contact> =>
  createContact(database, tenant, { phoneNumber });

async function numbers(tenant = tenantId): Promise<(string | null)[]> {
  const order = { orderBy: { id: 'asc' } } as const;
  const contacts = await database.prisma.contact.findMany({ where: { tenantId: tenant }, ...order });
  const handles = await database.prisma.handle.findMany({ where: { tenantId: tenant }, ...order });
  expect(handles.map(({ value }) => value)).toEqual(contacts.map(({ phoneNumber }) => phoneNumber));
  return contacts.map(({ phoneNumber }) => phoneNumber);
}

describe('normalizeAddressesOnce', () => {
  test('brings stored numbers into E.164 form, on handles and contacts, without an event or a new updatedAt', async () => {
    const before = await create('+49(0)15512345678');
    for (const value of ['004915512345679', '4915512345670', '+4930123456']) await create(value);
    await expect(normalizeAddressesOnce(database, sizes)).resolves.toEqual({
      changed: 3,
      colliding: 0,
      unreadable: 0,
    });
    expect(await numbers()).toEqual(['+4915512345678', '+4915512345679', '+4915512345670', '+4930123456']);
    const after = await database.prisma.contact.findFirstOrThrow({ where: { id: before.id } });
    expect(after.updatedAt).toEqual(before.updatedAt);
    expect(await database.prisma.event.count()).toBe(0);
  });

  test('brings the number and the email address of one contact into their form together', async () => {
    const contact = await createContact(database, tenantId, { phoneNumber: '004915512345678' });
    const email = {
      contactId: contact.id,
      type: 'email',
      value: 'Ada@Example.com',
      isPrimary: true,
    } as const;
    await createHandle(database, tenantId, email);
    await database.prisma.contact.updateMany({ where: { id: contact.id }, data: { email: email.value } });
    await expect(normalizeAddressesOnce(database, sizes)).resolves.toMatchObject({
      changed: 2,
      colliding: 0,
    });
    const after = await database.prisma.contact.findFirstOrThrow({ where: { id: contact.id } });
    expect(after).toMatchObject({ phoneNumber: '+4915512345678', email: 'ada@example.com' });
  });

  test('keeps values that are not numbers: short codes, names of SMS senders, national forms without a country', async () => {
    for (const value of ['38383', 'ACME', '015512345678']) await create(value);
    const result = await normalizeAddressesOnce(database, sizes);
    expect(result).toEqual({ changed: 0, colliding: 0, unreadable: 3 });
    expect(await numbers()).toEqual(['38383', 'ACME', '015512345678']);
  });

  test('merges nothing: a number that another handle has is kept; the same number of another tenant is not a conflict', async () => {
    const other = (await createTenant(database)).id;
    await create('4915512345678');
    await create('+49 155 12345678');
    await create('+4930123456');
    await create('004930123456');
    await create('004930123456', other);
    await expect(normalizeAddressesOnce(database, sizes)).resolves.toEqual({
      changed: 2,
      colliding: 2,
      unreadable: 0,
    });
    expect(await numbers()).toEqual(['+4915512345678', '+49 155 12345678', '+4930123456', '004930123456']);
    expect(await numbers(other)).toEqual(['+4930123456']);
  });

  test('runs once per database, even if two processes start it at once', async () => {
    await create('4915512345678');
    const results = await Promise.all([
      normalizeAddressesOnce(database, sizes),
      normalizeAddressesOnce(database, sizes),
    ]);
    expect(results.map((result) => result?.changed ?? 0).sort()).toEqual([0, 1]);
    await create('4915512345679');
    expect(await normalizeAddressesOnce(database, sizes)).toBeUndefined();
    expect(await numbers()).toEqual(['+4915512345678', '4915512345679']);
  });
});

describe('normalizeStoredAddresses', () => {
  test('reads national forms of one tenant once its country is known', async () => {
    const other = (await createTenant(database)).id;
    await create('015512345678');
    await create('015512345678', other);
    await database.prisma.tenant.update({ where: { id: tenantId }, data: { defaultCountry: 'DE' } });
    await expect(normalizeStoredAddresses(database, sizes, tenantId)).resolves.toMatchObject({ changed: 1 });
    expect([await numbers(), await numbers(other)]).toEqual([['+4915512345678'], ['015512345678']]);
  });
});

describe('findDuplicateContacts', () => {
  test('returns the contacts that share an address, and no others', async () => {
    const first = await create('+4915512345678');
    const second = await createContact(database, tenantId, {
      firstName: 'Grace',
      lastName: null,
      phoneNumber: '0049 155 12345678',
    });
    const channel = await createChannel(database, tenantId);
    await createChat(database, tenantId, {
      channelId: channel.id,
      contactId: second.id,
      handleId: second.handle.id,
    });
    await create('+4930123456');
    const alone = await create('+4915512345679');
    await createHandle(database, tenantId, {
      contactId: alone.id,
      type: 'phone_number',
      value: '4915512345679',
    });
    const other = (await createTenant(database)).id;
    await create('004915512345678', other);
    const expected = [
      {
        tenant: 'acme',
        type: 'phone_number',
        address: '+4915512345678',
        contacts: [
          { id: first.id, name: `Ada ${first.lastName}`, value: '+4915512345678', chats: 0 },
          { id: second.id, name: 'Grace', value: '0049 155 12345678', chats: 1 },
        ],
      },
    ];
    expect(await findDuplicateContacts(database, sizes)).toEqual(expected);
    expect(await findDuplicateContacts(database, sizes, tenantId)).toEqual(expected);
    expect(await findDuplicateContacts(database, sizes, other)).toEqual([]);
  });
});
