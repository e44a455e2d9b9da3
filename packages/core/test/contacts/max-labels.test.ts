import { describe, expect, test } from '@jest/globals';
import {
  addContactLabels,
  checkContact,
  createContact as create,
  mergeContacts,
  upsertContacts,
} from '../../src/index.js';
import { prepareRun } from '../automations/prepare-run.js';
import { validationErrors } from '../refusals.js';
import { createContact, createLabel, fillLabels, putLabelOnContact } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();
const { database, prisma, tenantId } = worlds;

async function contactWith(count: number) {
  const contact = await createContact(database, tenantId());
  const labelIds = await fillLabels(database, tenantId(), { contactId: contact.id, count });
  return { ...contact, contactId: contact.id, labelIds };
}

async function newLabelIds(count: number): Promise<string[]> {
  const labels = await Promise.all(Array.from({ length: count }, () => createLabel(database, tenantId())));
  return labels.map(({ id }) => id);
}

const labelsOf = (contactId: string) => prisma.contactLabel.count({ where: { contactId } });
const eventsOf = (contactId: string) => prisma.event.count({ where: { contactId, type: 'contact.updated' } });
const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix} ${index}` }));

describe('a contact has at most 500 labels', () => {
  test('addContactLabels adds the last one, refuses one more as a whole, and accepts those it has', async () => {
    const { contactId, labelIds: own } = await contactWith(499);
    const [first = '', second = ''] = await newLabelIds(2);
    const add = (...labelIds: string[]) => addContactLabels(worlds.context(), { contactId, labelIds });
    const tooBig = validationErrors({ labels: 'too_big' });
    await expect(add(first, second)).rejects.toMatchObject(tooBig);
    expect([await labelsOf(contactId), await eventsOf(contactId)]).toEqual([499, 0]);
    expect((await add(first)).labels).toHaveLength(500);
    await expect(add(second)).rejects.toMatchObject(tooBig);
    expect((await add(first, ...own.slice(0, 99))).labels).toHaveLength(500);
    expect(await eventsOf(contactId)).toBe(1);
  });

  test('a contact that has more keeps them, and labels can be removed and values changed', async () => {
    const { contactId, phoneNumber, labelIds: own } = await contactWith(510);
    expect((await addContactLabels(worlds.context(), { contactId, labelIds: own })).labels).toHaveLength(510);
    const results = await upsertContacts(worlds.context(), [{ phoneNumber, firstName: 'Grace' }]);
    expect(results).toEqual([{ status: 'updated', id: contactId }]);
  });

  test('requests of every kind at the same time do not exceed it together', async () => {
    const { contactId, phoneNumber } = await contactWith(497);
    const labelIds = await newLabelIds(6);
    const added = labelIds.map((id) => addContactLabels(worlds.context(), { contactId, labelIds: [id] }));
    const upserted = names(6, 'At once').map((label) =>
      upsertContacts(worlds.context(), [{ phoneNumber, labels: [label] }]),
    );
    const outcomes = [...(await Promise.allSettled(added)), ...(await Promise.allSettled(upserted))];
    const isAdded = (outcome: (typeof outcomes)[number]) =>
      outcome.status === 'fulfilled' &&
      (!Array.isArray(outcome.value) || outcome.value[0]?.status === 'updated');
    expect(outcomes.filter(isAdded)).toHaveLength(3);
    expect(await labelsOf(contactId)).toBe(500);
  });

  test('a new contact is refused with more', async () => {
    const labelIds = await newLabelIds(501);
    await expect(create(worlds.context(), { firstName: 'Ada', labelIds })).rejects.toMatchObject(
      validationErrors({ labels: 'too_big' }),
    );
  });

  test('the check of a new contact lists it together with other errors', async () => {
    const labelIds = await newLabelIds(501);
    expect(await checkContact(worlds.context(), { timeZone: 'Nowhere', labelIds })).toMatchObject({
      body: { key: 'invalid_type' },
      labels: { key: 'too_big', message: 'A contact can have at most 500 labels' },
      timeZone: expect.anything(),
    });
    const fitting = { firstName: 'Ada', labelIds: labelIds.slice(1) };
    expect(await checkContact(worlds.context(), fitting)).toEqual({});
  });
});

describe('items of an upsert with too many labels', () => {
  test('fail alone; labels that the contact has or that fit are added', async () => {
    const { contactId, phoneNumber, labelIds } = await contactWith(498);
    const [own] = await prisma.label.findMany({ where: { id: labelIds[0] ?? '' } });
    const other = await createContact(database, tenantId());
    const item = (...labels: { name: string }[]) => ({ phoneNumber, labels });
    const results = await upsertContacts(worlds.context(), [
      item({ name: own?.name ?? '' }, { name: 'Fits' }, { name: 'Fits' }),
      { ...item({ name: 'Too' }, { name: 'many' }), email: 'failed@customer.example' },
      { phoneNumber: other.phoneNumber, labels: [{ name: 'Too' }] },
      item({ name: 'Fits' }, { name: 'Fits as well' }),
      item({ name: 'One more' }),
    ]);
    const message = 'A contact can have at most 500 labels';
    const failed = { status: 'failed', invalidParams: { labels: { key: 'too_big', message } } };
    const updated = { status: 'updated', id: contactId };
    expect(results).toEqual([updated, failed, { status: 'updated', id: other.id }, updated, failed]);
    expect(await labelsOf(contactId)).toBe(500);
    expect(await labelsOf(other.id)).toBe(1);
    const where = { value: 'failed@customer.example' };
    expect(await prisma.handle.count({ where })).toBe(0);
    expect(await prisma.label.count({ where: { name: 'many' } })).toBe(0);
  });

  test('the labels of all items of a new contact count', async () => {
    const phoneNumber = '+4930987654321';
    const items = Array.from({ length: 6 }, (_, index) => ({
      phoneNumber,
      labels: names(100, `New ${index}`),
    }));
    const results = await upsertContacts(worlds.context(), items);
    expect(results.map(({ status }) => status)).toEqual([
      'created',
      ...Array<string>(4).fill('updated'),
      'failed',
    ]);
    const [created] = results;
    expect(await labelsOf(created?.status === 'created' ? created.id : '')).toBe(500);
  });
});

describe('mergeContacts', () => {
  test('refuses more than 500 labels, and nothing moves; a label of both counts once', async () => {
    const [kept, merged] = [await contactWith(300), await contactWith(200)];
    for (const labelId of kept.labelIds.slice(0, 5))
      await putLabelOnContact(database, tenantId(), { contactId: merged.id, labelId });
    const [more = ''] = await newLabelIds(1);
    await addContactLabels(worlds.context(), { contactId: merged.id, labelIds: [more] });
    const merge = () => mergeContacts(worlds.context(), { contactId: kept.id, mergedId: merged.id });
    await expect(merge()).rejects.toMatchObject(validationErrors({ contactId: 'too_big' }));
    expect([await labelsOf(kept.id), await labelsOf(merged.id)]).toEqual([300, 206]);
    await prisma.contactLabel.deleteMany({ where: { labelId: more } });
    expect((await merge()).labels).toHaveLength(500);
  });
});

test('mergeContacts keeps the labels of a contact that has more, if the other one adds none', async () => {
  const [kept, merged] = [await contactWith(510), await contactWith(0)];
  const merge = () => mergeContacts(worlds.context(), { contactId: kept.id, mergedId: merged.id });
  const [own = ''] = kept.labelIds;
  const [more = ''] = await newLabelIds(1);
  for (const labelId of [own, more])
    await putLabelOnContact(database, tenantId(), { contactId: merged.id, labelId });
  await expect(merge()).rejects.toMatchObject(validationErrors({ contactId: 'too_big' }));
  await prisma.contactLabel.deleteMany({ where: { labelId: more } });
  expect((await merge()).labels).toHaveLength(510);
});

describe('add_label', () => {
  test('fails the run with label_limit_reached; nothing is added', async () => {
    const [labelId = ''] = await newLabelIds(1);
    const { contactId, work, read, log } = await prepareRun(worlds, [{ type: 'add_label', labelId }]);
    await fillLabels(database, tenantId(), { contactId, count: 500 });
    expect(await work()).toEqual({ outcome: 'failed' });
    const error = { code: 'label_limit_reached', message: 'A contact can have at most 500 labels.' };
    expect((await read()).error).toEqual(error);
    expect(await log()).toMatchObject([{ type: 'add_label', errorCode: error.code }]);
    expect([await labelsOf(contactId), await eventsOf(contactId)]).toEqual([500, 0]);
  });
});
