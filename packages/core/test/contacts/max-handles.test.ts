import { describe, expect, test } from '@jest/globals';
import { checkContact, updateContact, upsertContacts } from '../../src/index.js';
import { validationErrors } from '../refusals.js';
import { createChat, createContact, fillHandles } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();
const { database, prisma, tenantId } = worlds;

/** A contact with this many addresses, the first of which is its phone number. */
async function contactWith(count: number) {
  const contact = await createContact(database, tenantId());
  await fillHandles(database, tenantId(), { contactId: contact.id, count: count - 1 });
  return contact;
}

const firstEmailOf = (contactId: string) =>
  prisma.handle.findFirstOrThrow({ where: { contactId, type: 'email' } });
const handlesOf = (contactId: string) => prisma.handle.count({ where: { contactId } });

const addChat = (contactId: string, handleId: string) =>
  createChat(database, tenantId(), { channelId: worlds.own.channel.id, contactId, handleId });

let created = 0;
const newEmail = () => `new${++created}@customer.example`;
const newPhoneNumber = () => `+49301${String(++created).padStart(6, '0')}`;

const message = 'A contact can have at most 100 addresses';
const tooBig = { key: 'too_big', message };

describe('items of an upsert with too many addresses', () => {
  test('fail alone; the addresses and labels of a failed item are not stored', async () => {
    const { id, phoneNumber } = await contactWith(99);
    const other = await createContact(database, tenantId());
    const [number, email, second, third] = [newPhoneNumber(), newEmail(), newEmail(), newEmail()];
    const results = await upsertContacts(worlds.context(), [
      { phoneNumber, email },
      { phoneNumber, email: second, labels: [{ name: 'Never' }] },
      { phoneNumber: other.phoneNumber, email: second },
      // The contact is found by an address of the first item.
      { phoneNumber: number, email },
      { phoneNumber, firstName: 'Grace' },
      { phoneNumber: newPhoneNumber(), email: third },
    ]);
    const updated = { status: 'updated', id };
    expect(results).toEqual([
      updated,
      { status: 'failed', invalidParams: { email: tooBig } },
      { status: 'updated', id: other.id },
      { status: 'failed', invalidParams: { phoneNumber: tooBig } },
      updated,
      { status: 'created', id: expect.any(String) },
    ]);
    expect(await handlesOf(id)).toBe(100);
    expect(await handlesOf(other.id)).toBe(2);
    expect(await prisma.handle.count({ where: { tenantId: tenantId(), value: number } })).toBe(0);
    expect(await prisma.label.count({ where: { tenantId: tenantId(), name: 'Never' } })).toBe(0);
  });

  test('the addresses of all items of a new contact count', async () => {
    const phoneNumber = newPhoneNumber();
    const items = Array.from({ length: 101 }, () => ({ phoneNumber, email: newEmail() }));
    const results = await upsertContacts(worlds.context(), items);
    const failed = results.map(({ status }, index) => (status === 'failed' ? index : -1));
    expect(failed.filter((index) => index >= 0)).toEqual([99, 100]);
    const [first] = results;
    expect(await handlesOf(first?.status === 'created' ? first.id : '')).toBe(100);
  });
});

describe('the check of a change', () => {
  const check = (contactId: string, change: object) => checkContact(worlds.context(), change, contactId);

  test('lists one address too many together with other errors', async () => {
    const { id, handle } = await contactWith(100);
    await addChat(id, handle.id);
    const errors = await check(id, { phoneNumber: newPhoneNumber(), timeZone: 'Nowhere' });
    expect(errors).toEqual({ phoneNumber: tooBig, timeZone: expect.anything() });
  });

  test('lists nothing when an address without a chat is replaced, stays, or the contact has room', async () => {
    const [full, roomy] = [await contactWith(100), await contactWith(99)];
    await addChat(roomy.id, roomy.handle.id);
    expect(await check(full.id, { phoneNumber: newPhoneNumber() })).toEqual({});
    expect(await check(full.id, { phoneNumber: full.phoneNumber })).toEqual({});
    expect(await check(roomy.id, { phoneNumber: newPhoneNumber() })).toEqual({});
  });
});

describe('updateContact', () => {
  test('refuses one address too many; nothing changes', async () => {
    const { id: contactId, phoneNumber, handle } = await contactWith(100);
    // The replaced number has a chat, so it remains.
    await addChat(contactId, handle.id);
    const change = { contactId, firstName: 'Never', phoneNumber: newPhoneNumber() };
    await expect(updateContact(worlds.context(), change)).rejects.toMatchObject(
      validationErrors({ phoneNumber: 'too_big' }),
    );
    const stored = await prisma.contact.findFirst({ where: { id: contactId } });
    expect(stored).toMatchObject({ phoneNumber });
    expect(stored?.firstName).not.toBe('Never');
    expect(await handlesOf(contactId)).toBe(100);
  });

  test('a contact that already has more keeps them; unchanged and replaced addresses are no reason to refuse', async () => {
    const { id: contactId } = await contactWith(120);
    const email = newEmail();
    await prisma.contact.updateMany({ where: { id: contactId }, data: { email } });
    await prisma.handle.updateMany({
      where: { id: (await firstEmailOf(contactId)).id },
      data: { value: email, isPrimary: true },
    });
    for (const change of [{ email: email.toUpperCase() }, { phoneNumber: newPhoneNumber() }]) {
      expect(await updateContact(worlds.context(), { contactId, ...change })).toMatchObject({ email });
      expect(await handlesOf(contactId)).toBe(120);
    }
  });

  test('replaces an address of a contact that has as many as it can have', async () => {
    const { id: contactId } = await contactWith(100);
    const phoneNumber = newPhoneNumber();
    expect(await updateContact(worlds.context(), { contactId, phoneNumber })).toMatchObject({ phoneNumber });
    expect(await handlesOf(contactId)).toBe(100);
  });
});
