import { describe, expect, test } from '@jest/globals';
import { getSuccessor, mergeContacts } from '../../src/index.js';
import { refusal } from '../refusals.js';
import { createContact, createHandle } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createDuplicate } from './create-duplicate.js';

const worlds = useWorlds();

function newContact(values: Parameters<typeof createContact>[2] = {}) {
  return createContact(worlds.database, worlds.own.tenant.id, values);
}

describe('mergeContacts', () => {
  test('moves everything of the person, and deletes nothing but the contact', async () => {
    const { prisma } = worlds.database;
    const { contact: merged, ...ids } = await createDuplicate(worlds);
    const kept = await newContact();
    await mergeContacts(worlds.context(), { contactId: kept.id, mergedId: merged.id });
    const contactId = kept.id;
    const { tenantId } = kept;
    const read = (
      table: 'chats' | 'automation_runs' | 'campaign_recipients' | 'contact_exports' | 'handles',
    ) =>
      worlds.database.pool
        .query(`select id from ${table} where tenant_id = $1 and contact_id = $2 order by id`, [
          tenantId,
          contactId,
        ])
        .then(({ rows }) => rows.map(({ id }) => id));
    expect(await read('chats')).toEqual([ids.chatId]);
    expect(await read('automation_runs')).toEqual([ids.runId]);
    expect(await read('campaign_recipients')).toEqual([ids.recipientId]);
    expect(await read('contact_exports')).toEqual([ids.exportId]);
    expect(await read('handles')).toEqual([merged.handle.id, kept.handle.id].sort());
    expect(await prisma.message.count({ where: { chatId: ids.chatId } })).toBe(1);
    expect(await prisma.chatNote.count({ where: { chatId: ids.chatId } })).toBe(1);
    expect(await prisma.contact.count({ where: { id: merged.id } })).toBe(0);
  });

  test('leaves out no table that refers to contacts, which would lose its rows with the contact', async () => {
    const { pool } = worlds.database;
    const { contact: merged } = await createDuplicate(worlds);
    const [earlier, kept] = [await newContact(), await newContact()];
    await mergeContacts(worlds.context(), { contactId: merged.id, mergedId: earlier.id });
    const { rows: references } = await pool.query(
      `select t.relname as table, a.attname as column from pg_constraint f join pg_class t on t.oid = f.conrelid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = any (f.conkey) and a.attname <> 'tenant_id'
       where f.contype = 'f' and f.confrelid = 'contacts'::regclass and f.conparentid = 0 order by 1`,
    );
    const count = (id: string) =>
      Promise.all(
        references.map(async ({ table, column }) => {
          const own = `from ${table} where tenant_id = $1 and ${column} = $2`;
          const { rows } = await pool.query(`select count(*)::int as count ${own}`, [merged.tenantId, id]);
          return { table, count: rows[0].count };
        }),
      );
    const before = await count(merged.id);
    expect(before.filter((table) => table.count === 0)).toEqual([]);
    await mergeContacts(worlds.context(), { contactId: kept.id, mergedId: merged.id });
    const after = await count(kept.id);
    expect(after.filter((table, index) => table.count < (before[index]?.count ?? 0))).toEqual([]);
  });

  test('keeps the values of the contact that is kept, and fills the missing ones', async () => {
    const { own, database } = worlds;
    const kept = await newContact({ firstName: 'Ada', lastName: null, metadata: { crm: 1, tier: 'gold' } });
    const merged = await newContact({
      firstName: 'Augusta',
      lastName: 'King',
      email: 'augusta@customer.example',
      metadata: { crm: 2, shop: 7 },
      isSubscribed: false,
      timeZone: 'Asia/Tokyo',
    });
    await createHandle(database, own.tenant.id, {
      contactId: merged.id,
      type: 'email',
      value: 'augusta@customer.example',
      isPrimary: true,
    });
    const contact = await mergeContacts(worlds.context(), { contactId: kept.id, mergedId: merged.id });
    expect(contact).toMatchObject({
      firstName: 'Ada',
      lastName: null,
      phoneNumber: kept.phoneNumber,
      email: 'augusta@customer.example',
      isSubscribed: false,
      metadata: { crm: 1, tier: 'gold', shop: 7 },
      timeZone: 'Asia/Tokyo',
    });
    const primary = contact.handles.filter(({ isPrimary }) => isPrimary).map(({ value }) => value);
    expect(primary.sort()).toEqual([kept.handle.value, 'augusta@customer.example'].sort());
  });

  test('a chain of merges names the last contact; a merge that is repeated changes nothing', async () => {
    const [first, second, third] = [await newContact(), await newContact(), await newContact()];
    const merge = (contactId: string, mergedId: string) =>
      mergeContacts(worlds.context(), { contactId, mergedId });
    await merge(second.id, first.id);
    await merge(third.id, second.id);
    for (const { id } of [first, second]) expect(await getSuccessor(worlds.context(), id)).toBe(third.id);
    const events = () => worlds.database.prisma.event.count();
    const before = await events();
    const contact = await merge(third.id, first.id.toUpperCase());
    expect(contact.id).toBe(third.id);
    expect(await events()).toBe(before);
    const another = await newContact();
    await expect(merge(another.id, first.id)).rejects.toMatchObject(refusal('invalid_body_params'));
    await expect(merge(first.id, another.id)).rejects.toMatchObject(refusal('contact_not_found'));
    expect(await getSuccessor(worlds.otherContext(), first.id)).toBeUndefined();
  });

  test('refuses a contact of another tenant, and the contact itself', async () => {
    const kept = await newContact();
    const merge = (mergedId: string) => mergeContacts(worlds.context(), { contactId: kept.id, mergedId });
    for (const [mergedId, key] of [
      [worlds.other.contact.id, 'not_found'],
      ['no id', 'not_found'],
      [kept.id.toUpperCase(), 'invalid_string'],
    ] as const)
      await expect(merge(mergedId)).rejects.toMatchObject({
        details: { invalidParams: { contactId: { key } } },
      });
  });

  test('refuses more than 100 addresses and more than 16 KB of metadata; nothing moves', async () => {
    const { database, own } = worlds;
    const kept = await newContact({ metadata: { own: 'x'.repeat(9_000) } });
    const [many, long] = [await newContact(), await newContact({ metadata: { more: 'x'.repeat(9_000) } })];
    for (let count = 0; count < 99; count += 1)
      await createHandle(database, own.tenant.id, {
        contactId: many.id,
        type: 'instagram',
        value: `person.${many.id}.${count}`,
      });
    for (const { id: mergedId } of [many, long]) {
      await expect(mergeContacts(worlds.context(), { contactId: kept.id, mergedId })).rejects.toMatchObject({
        details: { invalidParams: { contactId: { key: 'too_big' } } },
      });
      expect(await database.prisma.contact.count({ where: { id: mergedId } })).toBe(1);
    }
  });
});
