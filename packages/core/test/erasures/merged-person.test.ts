import { describe, expect, test } from '@jest/globals';
import {
  continueErasure,
  eraseContact,
  getSuccessor,
  mergeContacts,
  searchEvents,
  updateContact,
  writeContactExport,
} from '../../src/index.js';
import { createDuplicate } from '../contacts/create-duplicate.js';
import { findJobs } from '../find-jobs.js';
import { withKey } from '../test-context.js';
import { createContact, settleFeed } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();
const { database, prisma, own } = worlds;

/** The ids of events contain their time, and an event is younger than its contact. */
const context = () => ({ ...worlds.context(), now: () => new Date() });

/** Creates a contact with data under its own id, and merges it into a younger one. */
async function prepareMerged() {
  const duplicate = await createDuplicate(worlds);
  const contactId = duplicate.contact.id;
  await updateContact(withKey(context(), { key: `update-${contactId}` }), {
    contactId,
    lastName: 'Lovelace',
  });
  const kept = await createContact(database, own.tenant.id);
  await mergeContacts(context(), { contactId: kept.id, mergedId: contactId });
  return { ...duplicate, mergedId: contactId, kept };
}

async function eventsOf(contactId: string) {
  const events = await prisma.event.findMany({ where: { contactId } });
  return events.map(({ data }) => data);
}

describe('the erasure of a person whose contacts were merged', () => {
  test('erases what mentions the merged contact by its own id, at once in the feed', async () => {
    const { kept, mergedId } = await prepareMerged();
    const inFeed = async () => {
      const query = `eq(contactId,"${mergedId}")`;
      await settleFeed(database.pool);
      return (await searchEvents(context(), { query })).records.length;
    };
    expect(await inFeed()).toBeGreaterThan(0);
    await eraseContact(worlds.context(), kept.id);
    expect(await inFeed()).toBe(0);
    await continueErasure(worlds.context(), kept.id);
    expect(new Set((await eventsOf(mergedId)).map((data) => JSON.stringify(data)))).toEqual(
      new Set(['{"erased":true}']),
    );
    const key = await prisma.idempotencyKey.findFirst({ where: { key: `update-${mergedId}` } });
    expect(key).toMatchObject({ result: null, requestHash: 'erased' });
    expect(await prisma.mergedContact.count({ where: { id: mergedId } })).toBe(0);
    expect(await getSuccessor(worlds.context(), mergedId)).toBeUndefined();
  });

  test('deletes the exports of both contacts', async () => {
    const { kept, exportId } = await prepareMerged();
    await writeContactExport(worlds.context(), exportId);
    const { fileId } = await prisma.contactExport.findFirstOrThrow({ where: { id: exportId } });
    await eraseContact(worlds.context(), kept.id);
    expect(await prisma.file.count({ where: { id: fileId ?? '' } })).toBe(0);
  });

  test('an export that was requested before the merge contains both contacts', async () => {
    const { exportId, kept, mergedId, chatId } = await prepareMerged();
    await writeContactExport(worlds.context(), exportId);
    const { fileId } = await prisma.contactExport.findFirstOrThrow({ where: { id: exportId } });
    const chunks = await prisma.fileContent.findMany({
      where: { fileId: fileId ?? '' },
      orderBy: { startAt: 'asc' },
    });
    const lines = Buffer.concat(chunks.map(({ bytes }) => bytes))
      .toString()
      .trim()
      .split('\n');
    const rows = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'row');
    const ids = (table: string) => rows.filter((row) => row.table === table).map(({ row }) => row.id);
    expect(ids('contacts')).toEqual([kept.id]);
    expect(ids('chats')).toEqual([chatId]);
    expect(ids('merged_contacts')).toEqual([mergedId]);
    const owners = rows.filter(({ table }) => table === 'events').map(({ row }) => row.contact_id);
    expect(new Set(owners)).toEqual(new Set([kept.id, mergedId]));
  });

  test('a contact that is being erased cannot be merged, in either direction', async () => {
    const { kept, contact } = { ...(await prepareMerged()), contact: own.duplicate };
    await eraseContact(worlds.context(), kept.id);
    const merge = (contactId: string, mergedId: string) =>
      mergeContacts(worlds.context(), { contactId, mergedId });
    await expect(merge(contact.id, kept.id)).rejects.toMatchObject({ code: 'invalid_body_params' });
    await expect(merge(kept.id, contact.id)).rejects.toMatchObject({ code: 'contact_not_found' });
    expect(await findJobs(database, 'erase-contact', kept.id)).toHaveLength(1);
  });
});
