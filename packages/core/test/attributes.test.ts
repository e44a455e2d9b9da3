import { describe, expect, test } from '@jest/globals';
import { attributes, createAttribute, deleteById, listAll } from '../src/index.js';
import { validationErrors } from './refusals.js';
import { startTime } from './test-context.js';
import { setAttributeValue } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

describe('create an attribute', () => {
  test('is a text with all flags off by default', async () => {
    const record = await createAttribute(worlds.context(), { name: 'City', externalId: 'city' });
    expect(record).toEqual({
      id: record.id,
      externalId: 'city',
      name: 'City',
      type: 'text',
      description: null,
      isVisibleQuickEdit: false,
      isVisibleContactsTable: false,
      isVisibleContactCreate: false,
      createdAt: startTime,
      updatedAt: startTime,
    });
  });

  test('keeps description and flags', async () => {
    const values = { description: 'Where', isVisibleQuickEdit: true, isVisibleContactCreate: true };
    const record = await createAttribute(worlds.context(), { name: 'Zone', externalId: 'zone', ...values });
    expect(record).toMatchObject({ ...values, isVisibleContactsTable: false });
  });

  test('400 not_unique when another attribute has the external id; another letter case or another tenant is allowed', async () => {
    await createAttribute(worlds.context(), { name: 'A', externalId: 'taken' });
    await expect(createAttribute(worlds.context(), { name: 'B', externalId: 'taken' })).rejects.toMatchObject(
      validationErrors({ externalId: 'not_unique' }),
    );
    await createAttribute(worlds.context(), { name: 'C', externalId: 'Taken' });
    await createAttribute(worlds.otherContext(), { name: 'D', externalId: 'taken' });
  });

  test('of ten concurrent requests with one external id, one succeeds and nine are refused', async () => {
    const create = (_: unknown, index: number) =>
      createAttribute(worlds.context(), { name: `Race ${index}`, externalId: 'race' });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, create));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(9);
    for (const reason of refused)
      expect(reason).toMatchObject(validationErrors({ externalId: 'not_unique' }));
  });
});

describe('list attributes', () => {
  test('returns all attributes of the tenant, newest first, and none of another tenant', async () => {
    const context = worlds.context();
    context.clock.set('2031-01-01T00:00:00Z');
    const older = await createAttribute(context, { name: 'Older', externalId: 'older' });
    context.clock.advance(1);
    const newer = await createAttribute(context, { name: 'Newer', externalId: 'newer' });
    const records = await listAll(context, attributes);
    expect(records.slice(0, 2)).toEqual([newer, older]);
    expect(records.map(({ id }) => id)).not.toContain(worlds.other.attribute.id);
  });
});

describe('delete an attribute', () => {
  test('deletes its values too; another tenant’s and a malformed id are not found', async () => {
    const { database, own, other } = worlds;
    const { id } = await createAttribute(worlds.context(), { name: 'Gone', externalId: 'gone' });
    await setAttributeValue(database, own.tenant.id, {
      contactId: own.contact.id,
      attributeId: id,
      value: 'x',
    });
    expect(await deleteById(worlds.context(), attributes, id)).toEqual({ deletedIds: [id], notFoundIds: [] });
    expect(await database.prisma.attributeValue.count({ where: { attributeId: id } })).toBe(0);
    for (const foreign of [other.attribute.id, 'x']) {
      expect(await deleteById(worlds.context(), attributes, foreign)).toMatchObject({
        notFoundIds: [foreign],
      });
    }
  });
});
