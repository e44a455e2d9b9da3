import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v2';
import { createAttribute, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { type Stage, startTime } from '../support/start-stage.js';
import type { RenewableWorld } from '../support/use-stage.js';

export function describeAttributes(stage: Stage, world: RenewableWorld): void {
  function create(body: components['schemas']['AttributeCreate']) {
    return world.v2.call('createAttribute', { body });
  }

  describe('listAttributes 200', () => {
    beforeEach(world.renew);

    it('returns all, newest first, and omits a missing description', async () => {
      const newest = await createAttribute(stage.database, world.tenant.id, {
        externalId: 'birthday',
        name: 'Birthday',
        type: 'date',
        description: 'Day of birth',
        isVisibleQuickEdit: true,
        createdAt: new Date('2027-01-01T00:00:00.000Z'),
        updatedAt: new Date('2027-01-02T00:00:00.000Z'),
      });
      const { body } = expectStatus(await world.v2.call('listAttributes', {}), 200);
      expect(body).toEqual({
        success: true,
        data: [
          {
            id: newest.id,
            name: 'Birthday',
            type: 'date',
            externalId: 'birthday',
            isVisibleQuickEdit: true,
            isVisibleContactsTable: false,
            isVisibleContactCreate: false,
            description: 'Day of birth',
            createdAt: '2027-01-01T00:00:00.000Z',
            updatedAt: '2027-01-02T00:00:00.000Z',
          },
          {
            id: world.attribute.id,
            name: world.attribute.name,
            type: 'text',
            externalId: world.attribute.externalId,
            isVisibleQuickEdit: false,
            isVisibleContactsTable: false,
            isVisibleContactCreate: false,
            createdAt: world.attribute.createdAt.toISOString(),
            updatedAt: world.attribute.updatedAt.toISOString(),
          },
        ],
      });
    });

    it('returns an empty list when there are none', async () => {
      await stage.database.prisma.attribute.deleteMany({ where: { tenantId: world.tenant.id } });
      const { body } = expectStatus(await world.v2.call('listAttributes', {}), 200);
      expect(body.data).toEqual([]);
    });
  });

  describe('createAttribute 200', () => {
    beforeEach(world.renew);

    it('creates a text attribute with all flags off, and omits the description', async () => {
      const { data } = expectStatus(await create({ name: 'City', externalId: 'city' }), 200).body;
      expect(data).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        name: 'City',
        type: 'text',
        externalId: 'city',
        isVisibleQuickEdit: false,
        isVisibleContactsTable: false,
        isVisibleContactCreate: false,
        createdAt: startTime,
        updatedAt: startTime,
      });
      const stored = await stage.database.prisma.attribute.findFirstOrThrow({ where: { id: data.id } });
      expect(stored).toMatchObject({
        tenantId: world.tenant.id,
        externalId: 'city',
        description: null,
        type: 'text',
      });
    });

    it('stores the description and the flags', async () => {
      const flags = { isVisibleQuickEdit: true, isVisibleContactsTable: true, isVisibleContactCreate: true };
      const body = { name: 'City', externalId: 'City_2', description: 'Where they live', ...flags };
      const { data } = expectStatus(await create(body), 200).body;
      expect(data).toMatchObject(body);
      const listed = expectStatus(await world.v2.call('listAttributes', {}), 200).body.data;
      expect(listed).toContainEqual(data);
    });

    it('accepts null as no description', async () => {
      const { data } = expectStatus(
        await create({ name: 'City', externalId: 'city', description: null }),
        200,
      ).body;
      expect(data).not.toHaveProperty('description');
    });

    it('distinguishes upper and lower case, and tenants', async () => {
      expectStatus(await create({ name: 'City', externalId: 'city' }), 200);
      expectStatus(await create({ name: 'City', externalId: 'CITY' }), 200);
      const other = { body: { name: 'City', externalId: 'city' } };
      expectStatus(await stage.v2.call('createAttribute', other), 200);
    });
  });

  describe('createAttribute 400', () => {
    beforeAll(world.renew);

    it('not_unique when the externalId is taken; of ten concurrent requests one succeeds', async () => {
      const body = { name: 'City', externalId: 'city' };
      const responses = await Promise.all(Array.from({ length: 10 }, () => create(body)));
      const refused = responses.filter(({ status }) => status === 400);
      expect(refused).toHaveLength(9);
      const error = { key: 'not_unique', message: 'Another attribute has this external id' };
      for (const response of refused) expect(response.body).toEqual(invalid({ externalId: error }));
      const where = { tenantId: world.tenant.id, externalId: 'city' };
      expect(await stage.database.prisma.attribute.count({ where })).toBe(1);
    });

    it.each([
      [{}, { name: 'invalid_type', externalId: 'invalid_type' }],
      [
        { name: '', externalId: '' },
        { name: 'too_small', externalId: 'invalid_string' },
      ],
      [{ name: 'City', externalId: '1city' }, { externalId: 'invalid_string' }],
      [{ name: 'City', externalId: 'ci-ty' }, { externalId: 'invalid_string' }],
      [{ name: 'City', externalId: 'city\n' }, { externalId: 'invalid_string' }],
      [{ name: 'City', externalId: 'a'.repeat(256) }, { externalId: 'too_big' }],
      [{ name: 'a'.repeat(256), externalId: 'town' }, { name: 'too_big' }],
      [
        { name: null, externalId: 7, description: 7, isVisibleQuickEdit: 'no' },
        {
          name: 'invalid_type',
          externalId: 'invalid_type',
          description: 'invalid_type',
          isVisibleQuickEdit: 'invalid_type',
        },
      ],
      [{ name: 'Ci\0ty', externalId: 'town' }, { name: 'invalid_string' }],
    ])('for %j; nothing is created', async (wrongBody, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      expect(errorKeys(await world.v2.call('createAttribute', { wrongBody }))).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });

  describe('deleteAttribute 200', () => {
    beforeEach(world.renew);

    it('deletes the attribute and its values, and nothing else', async () => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const params = { attributeId: world.attribute.id };
      const { body } = expectStatus(await world.v2.call('deleteAttribute', { params }), 200);
      expect(body.data).toEqual({ deletedIds: [world.attribute.id], notFoundIds: [] });
      const after = await snapshotTenant(stage.database, world.tenant.id);
      expect(after).toEqual({ ...before, attributes: [], attribute_values: [] });
      const again = expectStatus(await world.v2.call('deleteAttribute', { params }), 200);
      expect(again.body.data).toEqual({ deletedIds: [], notFoundIds: [world.attribute.id] });
    });

    it('allows the externalId to be used again', async () => {
      const params = { attributeId: world.attribute.id };
      expectStatus(await world.v2.call('deleteAttribute', { params }), 200);
      expectStatus(await create({ name: 'Again', externalId: world.attribute.externalId }), 200);
    });
  });
}
