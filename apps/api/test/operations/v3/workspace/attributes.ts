import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import {
  createAttribute,
  createContact,
  createTenant,
  createToken,
  expectStatus,
  setAttributeValue,
} from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { type Stage, startTime } from '../../support/start-stage.js';

export function describeAttributes(stage: Stage): void {
  type Schemas = components['schemas'];

  async function create(body: Schemas['AttributeCreate']): Promise<Schemas['Attribute']> {
    return expectStatus(await stage.v3.call('createAttribute', { body }), 200).body.data;
  }

  describe('createAttribute 200', () => {
    it('stores all given fields', async () => {
      const given = {
        externalId: 'birthday',
        name: 'Birthday',
        type: 'date',
        description: 'For the greeting',
        isVisibleQuickEdit: true,
        isVisibleContactsTable: false,
        isVisibleContactCreate: true,
      } as const;
      const attribute = await create(given);
      expect(attribute).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        ...given,
      });
      const params = { attributeId: attribute.id };
      expect(expectStatus(await stage.v3.call('getAttribute', { params }), 200).body.data).toEqual(attribute);
    });

    it('is by default a text with all flags off; v2 lists it too', async () => {
      const attribute = await create({ externalId: 'city', name: 'City' });
      expect(attribute).toMatchObject({
        type: 'text',
        description: null,
        isVisibleQuickEdit: false,
        isVisibleContactsTable: false,
        isVisibleContactCreate: false,
      });
      const { data } = expectStatus(await stage.v2.call('listAttributes', {}), 200).body;
      expect(data.map(({ id }) => id)).toContain(attribute.id);
    });
  });

  describe('createAttribute 400', () => {
    it('not_unique for an externalId that is taken, even by an attribute created by v2', async () => {
      const body = { externalId: 'made_by_v2', name: 'One' };
      expectStatus(await stage.v2.call('createAttribute', { body }), 200);
      const refused = expectStatus(await stage.v3.call('createAttribute', { body }), 400);
      const message = 'Another attribute has this external id';
      expect(refused.body).toEqual(invalid({ externalId: { key: 'not_unique', message } }));
    });

    it.each([
      [{}, { name: 'invalid_type', externalId: 'invalid_type' }],
      [
        { name: '', externalId: '1st', type: 'list', description: 1, isVisibleQuickEdit: 'yes' },
        {
          name: 'too_small',
          externalId: 'invalid_string',
          type: 'invalid_enum_value',
          description: 'invalid_type',
          isVisibleQuickEdit: 'invalid_type',
        },
      ],
    ])('for %#', async (wrongBody, errors) => {
      expect(errorKeys(await stage.v3.call('createAttribute', { wrongBody }))).toEqual(errors);
    });
  });

  describe('v2 createAttribute', () => {
    it('creates a text attribute, whatever type the client sends', async () => {
      const wrongBody = { externalId: 'sly', name: 'Sly', type: 'number' };
      const { data } = expectStatus(await stage.v2.call('createAttribute', { wrongBody }), 200).body;
      expect(data.type).toBe('text');
    });
  });

  describe('updateAttribute 200', () => {
    it('changes the given fields and keeps the rest; null removes a value', async () => {
      const { id } = await create({
        externalId: 'score',
        name: 'Score',
        type: 'number',
        description: 'Of May',
      });
      stage.clock.advance(1_000);
      const update = async (body: Schemas['AttributeUpdate']) =>
        expectStatus(await stage.v3.call('updateAttribute', { params: { attributeId: id }, body }), 200).body
          .data;
      expect(await update({ name: 'Points', isVisibleContactsTable: true })).toMatchObject({
        externalId: 'score',
        type: 'number',
        name: 'Points',
        description: 'Of May',
        isVisibleContactsTable: true,
        isVisibleQuickEdit: false,
        updatedAt: '2026-10-15T09:30:01.000Z',
      });
      expect(await update({ description: null })).toMatchObject({ name: 'Points', description: null });
      stage.clock.advance(1_000);
      expect((await update({})).updatedAt).toBe('2026-10-15T09:30:01.000Z');
    });
  });

  describe('updateAttribute 400', () => {
    it('for fields that cannot be changed', async () => {
      const params = { attributeId: stage.own.attribute.id };
      const wrongBody = { externalId: 'other', type: 'number' };
      expect(errorKeys(await stage.v3.call('updateAttribute', { params, wrongBody }))).toEqual({
        externalId: 'unrecognized_keys',
        type: 'unrecognized_keys',
      });
    });
  });

  describe.each(['getAttribute', 'updateAttribute'] as const)('%s 404', (operationId) => {
    it('attribute_not_found', async () => {
      const params = { attributeId: stage.own.chat.id };
      const { body } = expectStatus(await stage.v3.call(operationId, { params, body: {} }), 404);
      expect(body.error).toEqual({ messageKey: 'attribute_not_found', message: 'Attribute not found' });
    });
  });

  describe('deleteAttribute 200', () => {
    it('removes its values from all contacts, which stay, and emits no event', async () => {
      const attribute = await createAttribute(stage.database, stage.tenantId);
      const contact = await createContact(stage.database, stage.tenantId);
      const value = { contactId: contact.id, attributeId: attribute.id, value: 'Berlin' };
      await setAttributeValue(stage.database, stage.tenantId, value);
      const params = { attributeId: attribute.id };
      const deletion = expectStatus(await stage.v3.call('deleteAttribute', { params }), 200);
      expect(deletion.body.data).toEqual({ deletedIds: [attribute.id], notFoundIds: [] });
      const { prisma } = stage.database;
      expect(await prisma.attributeValue.count({ where: { contactId: contact.id } })).toBe(0);
      expect(await prisma.contact.count({ where: { id: contact.id } })).toBe(1);
      expect(await findEvents(stage.database, { contactId: contact.id })).toEqual([]);
    });
  });

  describe('searchAttributes 200', () => {
    it('filters by type and external id, and sorts', async () => {
      const tenant = await createTenant(stage.database);
      const token = await createToken(stage.database, tenant.id);
      const values = [
        { name: 'City', externalId: 'city', type: 'text' },
        { name: 'Birthday', externalId: 'birth_day', type: 'date' },
        { name: 'birth place', externalId: 'birth_place', type: 'text' },
      ] as const;
      for (const value of values) await createAttribute(stage.database, tenant.id, value);
      const namesOf = async (body: Schemas['SearchRequest']) =>
        expectStatus(await stage.v3.call('searchAttributes', { body, token }), 200).body.data.map(
          ({ name }) => name,
        );
      expect(await namesOf({ query: 'eq(type,text)', sortBy: 'externalId' })).toEqual([
        'birth place',
        'City',
      ]);
      expect(await namesOf({ search: 'BIRTH', sortBy: 'createdAt' })).toEqual(['Birthday', 'birth place']);
      expect(await namesOf({ query: 'startsWith(externalId,"birth_d")' })).toEqual(['Birthday']);
      expect(await namesOf({ sortBy: 'desc(type),name' })).toEqual(['Birthday', 'City', 'birth place']);
    });
  });
}
