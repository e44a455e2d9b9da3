import { describe, expect, test } from '@jest/globals';
import { importContacts } from '../../src/contacts/import-contacts.js';
import {
  checkContact,
  createContact as create,
  mergeContacts,
  transact,
  updateContact,
  upsertContacts,
} from '../../src/index.js';
import { prepareQuestion } from '../automations/prepare-question.js';
import { prepareRun } from '../automations/prepare-run.js';
import { validationErrors } from '../refusals.js';
import { createAttribute, createContact, setAttributeValue } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();
const { database, prisma, tenantId } = worlds;
const maximum = 65_536;
const message = 'The attribute values of a contact can have at most 65536 bytes together';
const tooBig = { attributes: { key: 'too_big', message } };

const newAttribute = () => createAttribute(database, tenantId());

async function addValue(contactId: string, bytes: number) {
  const { id: attributeId, externalId } = await newAttribute();
  await setAttributeValue(database, tenantId(), { contactId, attributeId, value: 'x'.repeat(bytes) });
  return externalId;
}

/** A contact whose only value has this many bytes. */
async function contactWith(bytes: number) {
  const { id: contactId, phoneNumber } = await createContact(database, tenantId());
  return { contactId, phoneNumber: phoneNumber ?? '', externalId: await addValue(contactId, bytes) };
}

async function bytesOf(contactId: string): Promise<number> {
  const values = await prisma.attributeValue.findMany({ where: { contactId } });
  return values.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);
}

const eventsOf = (contactId: string) => prisma.event.count({ where: { contactId, type: 'contact.updated' } });

describe('the attribute values of a contact have at most 64 KB', () => {
  test('updateContact counts bytes, not characters, and refuses one too many; nothing changes', async () => {
    const { contactId } = await contactWith(maximum - 4);
    const { externalId } = await newAttribute();
    const set = (value: string) =>
      updateContact(worlds.context(), { contactId, attributes: [{ externalId, value }] });
    await expect(set('éé1')).rejects.toMatchObject(validationErrors({ attributes: 'too_big' }));
    expect([await bytesOf(contactId), await eventsOf(contactId)]).toEqual([maximum - 4, 0]);
    expect((await set('éé')).attributes).toHaveLength(2);
    expect(await bytesOf(contactId)).toBe(maximum);
    expect((await set('ab')).attributes).toHaveLength(2);
  });

  test('updateContact counts what it replaces and removes in the same request', async () => {
    const { contactId, externalId } = await contactWith(maximum);
    const { externalId: other } = await newAttribute();
    const attributes = [
      { externalId, value: null },
      { externalId: other, value: 'x'.repeat(maximum) },
    ];
    await updateContact(worlds.context(), { contactId, attributes });
    expect(await bytesOf(contactId)).toBe(maximum);
  });

  test('a contact that has more keeps its values, and can get shorter ones, but no longer ones', async () => {
    const { contactId, externalId } = await contactWith(maximum + 100);
    const set = (length: number) =>
      updateContact(worlds.context(), { contactId, attributes: [{ externalId, value: 'y'.repeat(length) }] });
    expect((await updateContact(worlds.context(), { contactId, firstName: 'Ada' })).firstName).toBe('Ada');
    await set(maximum + 50);
    await expect(set(maximum + 51)).rejects.toMatchObject(validationErrors({ attributes: 'too_big' }));
    expect(await bytesOf(contactId)).toBe(maximum + 50);
  });

  test('a new contact is refused with more; the error lists its other errors too', async () => {
    const { externalId } = await newAttribute();
    const contact = (length: number, timeZone: string) => ({
      firstName: 'Ada',
      timeZone,
      attributes: [{ externalId, value: 'x'.repeat(length) }],
    });
    await expect(create(worlds.context(), contact(maximum + 1, 'Nowhere'))).rejects.toMatchObject(
      validationErrors({ attributes: 'too_big', timeZone: 'invalid_string' }),
    );
    expect((await create(worlds.context(), contact(maximum, 'Europe/Berlin'))).attributes).toHaveLength(1);
  });

  test('the check without writing names it for a new and for an existing contact', async () => {
    const { contactId } = await contactWith(maximum - 1);
    const { externalId } = await newAttribute();
    const check = (length: number, id?: string) => {
      const attributes = [{ externalId, value: 'x'.repeat(length) }];
      return checkContact(worlds.context(), { firstName: 'Ada', attributes }, id);
    };
    expect(await check(maximum + 1)).toEqual(tooBig);
    expect(await check(maximum)).toEqual({});
    expect(await check(2, contactId.toUpperCase())).toEqual(tooBig);
    expect(await check(1, contactId)).toEqual({});
  });

  test('requests at the same time do not exceed it together', async () => {
    const { contactId, phoneNumber } = await contactWith(maximum - 3);
    const attributes = await Promise.all(Array.from({ length: 8 }, newAttribute));
    const outcomes = await Promise.allSettled(
      attributes.map(async ({ externalId }, index) => {
        const values = { attributes: [{ externalId, value: 'x' }] };
        if (index % 2 === 0) return updateContact(worlds.context(), { contactId, ...values });
        const [result] = await upsertContacts(worlds.context(), [{ phoneNumber, ...values }]);
        return result?.status === 'failed' ? Promise.reject(result) : result;
      }),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await bytesOf(contactId)).toBe(maximum);
  });
});

describe('items of an upsert with too many bytes', () => {
  test('fail alone, with their labels; what fits after them is written', async () => {
    const { contactId, phoneNumber, externalId } = await contactWith(maximum - 2);
    const { externalId: other } = await newAttribute();
    const item = (value: string | null, name = externalId) => ({
      phoneNumber,
      labels: [{ name: `Label of ${value}` }],
      attributes: [{ externalId: name, value }],
    });
    const items = [item('abc', other), item('ab', other), item('abc', other), item(null), item('abc', other)];
    const results = await upsertContacts(worlds.context(), items);
    const failed = { status: 'failed', invalidParams: tooBig };
    const updated = { status: 'updated', id: contactId };
    expect(results).toEqual([failed, updated, failed, updated, updated]);
    expect(await bytesOf(contactId)).toBe(3);
  });

  test('the values of all items of a new contact count', async () => {
    const names = await Promise.all([newAttribute(), newAttribute()]);
    const items = names.map(({ externalId }) => ({
      phoneNumber: '+4930987654322',
      attributes: [{ externalId, value: 'x'.repeat(maximum / 2 + 1) }],
    }));
    const results = await upsertContacts(worlds.context(), items);
    expect(results.map(({ status }) => status)).toEqual(['created', 'failed']);
  });
});

test('an import is refused as a whole, and names each entry', async () => {
  const { contactId, phoneNumber } = await contactWith(maximum - 2);
  const { id, externalId } = await newAttribute();
  const entry = (value: string) => ({ phoneNumber, attributes: [{ externalId, value }] });
  const run = (...entries: ReturnType<typeof entry>[]) =>
    transact(worlds.context(), (transaction) =>
      importContacts(transaction, worlds.context(), { entries, attributeIds: new Map([[externalId, id]]) }),
    );
  const errors = validationErrors({ 'contacts.1.attributes': 'too_big' });
  await expect(run(entry('a'), entry('abc'), entry('ab'))).rejects.toMatchObject(errors);
  expect(await bytesOf(contactId)).toBe(maximum - 2);
  expect(await run(entry('a'), entry('ab'))).toEqual([contactId]);
  expect(await bytesOf(contactId)).toBe(maximum);
});

describe('mergeContacts', () => {
  test('refuses more than 64 KB, and nothing moves; of an attribute of both, the kept value counts', async () => {
    const [kept, merged] = [await contactWith(maximum - 10), await contactWith(8)];
    const attribute = await prisma.attribute.findFirstOrThrow({
      where: { externalId: kept.externalId },
    });
    const own = { contactId: merged.contactId, attributeId: attribute.id, value: 'x'.repeat(1_000) };
    await setAttributeValue(database, tenantId(), own);
    const more = await addValue(merged.contactId, 3);
    const merge = () =>
      mergeContacts(worlds.context(), { contactId: kept.contactId, mergedId: merged.contactId });
    await expect(merge()).rejects.toMatchObject(validationErrors({ contactId: 'too_big' }));
    expect([await bytesOf(kept.contactId), await bytesOf(merged.contactId)]).toEqual([maximum - 10, 1_011]);
    await updateContact(worlds.context(), {
      contactId: merged.contactId,
      attributes: [{ externalId: more, value: 'ab' }],
    });
    expect((await merge()).attributes).toHaveLength(3);
    expect(await bytesOf(kept.contactId)).toBe(maximum);
  });
});

describe('steps that set an attribute', () => {
  const limitReached = { code: 'attribute_size_limit_reached', message: `${message}.` };

  test('set_attribute fails the run; nothing is written, and no event is emitted', async () => {
    const { externalId } = await newAttribute();
    const step = { type: 'set_attribute', externalId, value: 'abc' } as const;
    const { contactId, work, read } = await prepareRun(worlds, [step]);
    await addValue(contactId, maximum - 2);
    expect(await work()).toEqual({ outcome: 'failed' });
    expect((await read()).error).toEqual(limitReached);
    expect([await bytesOf(contactId), await eventsOf(contactId)]).toEqual([maximum - 2, 0]);
  });

  test('set_attribute replaces a value of a contact that has more by a shorter one', async () => {
    const { id: attributeId, externalId } = await newAttribute();
    const step = { type: 'set_attribute', externalId, value: 'ab' } as const;
    const { contactId, work } = await prepareRun(worlds, [step]);
    await addValue(contactId, maximum);
    await setAttributeValue(database, tenantId(), { contactId, attributeId, value: 'abc' });
    expect(await work()).toEqual({ outcome: 'completed' });
    expect(await bytesOf(contactId)).toBe(maximum + 2);
  });

  test('a value that placeholders make longer than 4,096 characters fails; the error has its beginning', async () => {
    const { externalId } = await newAttribute();
    const step = { type: 'set_attribute', externalId, value: '{{a}}{{a}}' } as const;
    const { work, read } = await prepareRun(worlds, [step], { variables: { a: 'é'.repeat(2_049) } });
    expect(await work()).toEqual({ outcome: 'failed' });
    expect((await read()).error).toEqual({
      code: 'invalid_attribute_value',
      message: `The value "${'é'.repeat(100)}…" is not valid for the attribute "${externalId}". Expected at most 4096 characters.`,
    });
  });

  test('ask fails the run with the reply that has no room', async () => {
    const { externalId } = await newAttribute();
    const step = {
      type: 'ask',
      text: 'Where?',
      expect: 'text',
      saveTo: { externalId },
      timeoutSeconds: 60,
    } as const;
    const { contactId, work, write, read } = await prepareQuestion(worlds, [step]);
    await work();
    await addValue(contactId, maximum - 2);
    await write('abc');
    expect(await work()).toEqual({ outcome: 'failed' });
    expect((await read()).error).toEqual(limitReached);
    expect(await bytesOf(contactId)).toBe(maximum - 2);
  });
});
