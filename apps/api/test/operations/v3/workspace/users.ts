import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createTeam, createTenant, createToken, createUser, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { type Stage, startTime } from '../../support/start-stage.js';

export function describeUsers(stage: Stage): void {
  type Schemas = components['schemas'];

  async function create(body: Schemas['UserCreate']): Promise<Schemas['User']> {
    return expectStatus(await stage.v3.call('createUser', { body }), 200).body.data;
  }

  const taken = { externalId: { key: 'not_unique', message: 'Another user has this external id' } };

  describe('createUser 200', () => {
    it('stores the values, and the email address in lower case', async () => {
      const user = await create({
        name: 'Mara Lindt',
        externalId: 'crm|204',
        email: 'Mara@Shop.example',
        isAvailable: false,
      });
      expect(user).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        externalId: 'crm|204',
        name: 'Mara Lindt',
        email: 'mara@shop.example',
        isAvailable: false,
      });
      const { body } = expectStatus(await stage.v3.call('getUser', { params: { userId: user.id } }), 200);
      expect(body.data).toEqual(user);
    });

    it('needs only a name; any number of users have no external id', async () => {
      const rest = { externalId: null, email: null, isAvailable: true };
      expect(await create({ name: 'Noor' })).toMatchObject({ name: 'Noor', ...rest });
      expect(await create({ name: 'Noor', ...rest })).toMatchObject({ name: 'Noor', ...rest });
    });

    it('accepts the same external id in two tenants, and in upper and lower case', async () => {
      await create({ name: 'Same', externalId: stage.other.user.externalId });
      await create({ name: 'Case', externalId: 'case' });
      await create({ name: 'Case', externalId: 'Case' });
    });
  });

  describe('createUser 400', () => {
    it('not_unique for an external id that is taken; of ten concurrent requests one succeeds', async () => {
      await create({ name: 'First', externalId: 'twice' });
      const body = { name: 'Second', externalId: 'twice' };
      expect(expectStatus(await stage.v3.call('createUser', { body }), 400).body).toEqual(invalid(taken));
      const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
          stage.v3.call('createUser', { body: { name: 'Ten', externalId: 'ten times' } }),
        ),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
    });

    it.each([
      [{}, { name: 'invalid_type' }],
      [
        { name: '', externalId: '', email: 'nobody', isAvailable: 'no' },
        { name: 'too_small', externalId: 'too_small', email: 'invalid_string', isAvailable: 'invalid_type' },
      ],
      [
        { name: 'a'.repeat(256), externalId: 'a'.repeat(256), email: 'a'.repeat(321) },
        { name: 'too_big', externalId: 'too_big', email: 'too_big' },
      ],
      [
        { name: null, isAvailable: null },
        { name: 'invalid_type', isAvailable: 'invalid_type' },
      ],
    ])('for %#', async (wrongBody, errors) => {
      expect(errorKeys(await stage.v3.call('createUser', { wrongBody }))).toEqual(errors);
    });
  });

  describe('updateUser 200', () => {
    it('changes the given fields; null removes the external id and the address', async () => {
      const { id } = await create({ name: 'Before', externalId: 'before', email: 'before@shop.example' });
      stage.clock.advance(1_000);
      const update = async (body: Schemas['UserUpdate']) =>
        expectStatus(await stage.v3.call('updateUser', { params: { userId: id }, body }), 200).body.data;
      expect(await update({ name: 'After', isAvailable: false })).toMatchObject({
        name: 'After',
        externalId: 'before',
        email: 'before@shop.example',
        isAvailable: false,
        createdAt: startTime,
        updatedAt: '2026-10-15T09:30:01.000Z',
      });
      stage.clock.advance(1_000);
      expect(await update({ name: 'After', email: 'BEFORE@shop.example' })).toMatchObject({
        updatedAt: '2026-10-15T09:30:01.000Z',
      });
      expect(await update({ externalId: null, email: null })).toMatchObject({
        externalId: null,
        email: null,
      });
      await create({ name: 'Next', externalId: 'before' });
    });
  });

  describe('updateUser 400', () => {
    it('not_unique for the external id of another user, and for an invalid address; nothing is changed', async () => {
      await create({ name: 'Third', externalId: 'third' });
      const fourth = await create({ name: 'Fourth', externalId: 'fourth' });
      const params = { userId: fourth.id };
      const body = { name: 'Changed', externalId: 'third', email: 'nobody' };
      expect(errorKeys(await stage.v3.call('updateUser', { params, body }))).toEqual({
        externalId: 'not_unique',
        email: 'invalid_string',
      });
      expect(expectStatus(await stage.v3.call('getUser', { params }), 200).body.data).toEqual(fourth);
      expectStatus(await stage.v3.call('updateUser', { params, body: { externalId: 'fourth' } }), 200);
    });
  });

  describe.each(['getUser', 'updateUser'] as const)('%s 404', (operationId) => {
    it('user_not_found', async () => {
      const params = { userId: stage.own.chat.id };
      const { body } = expectStatus(await stage.v3.call(operationId, { params, body: {} }), 404);
      expect(body.error).toEqual({ messageKey: 'user_not_found', message: 'User not found' });
    });
  });

  describe('deleteUser 200', () => {
    it('removes the user from its teams; chats keep the id', async () => {
      const { database, tenantId } = stage;
      const user = await createUser(database, tenantId);
      const stays = await createUser(database, tenantId);
      const team = await createTeam(database, tenantId, { userIds: [user.id, stays.id] });
      const chatParams = { chatId: stage.own.chat.id };
      expectStatus(await stage.v3.call('assignChat', { params: chatParams, body: { userId: user.id } }), 200);
      const params = { userId: user.id };
      const deletion = expectStatus(await stage.v3.call('deleteUser', { params }), 200);
      expect(deletion.body.data).toEqual({ deletedIds: [user.id], notFoundIds: [] });
      const shown = expectStatus(await stage.v3.call('getTeam', { params: { teamId: team.id } }), 200);
      expect(shown.body.data.users.map(({ id }) => id)).toEqual([stays.id]);
      const chat = expectStatus(await stage.v3.call('getChat', { params: chatParams }), 200);
      expect(chat.body.data.assignedUserId).toBe(user.id);
      const again = expectStatus(await stage.v3.call('deleteUser', { params }), 200);
      expect(again.body.data).toEqual({ deletedIds: [], notFoundIds: [user.id] });
    });
  });

  describe('searchUsers 200', () => {
    it('filters by name, external id, address and availability, and sorts', async () => {
      const tenant = await createTenant(stage.database);
      const token = await createToken(stage.database, tenant.id);
      await createUser(stage.database, tenant.id, {
        name: 'Mara',
        externalId: 'crm-1',
        email: 'mara@a.example',
      });
      await createUser(stage.database, tenant.id, { name: 'maria', isAvailable: false });
      await createUser(stage.database, tenant.id, { name: 'Noor', externalId: 'crm-2' });
      const namesOf = async (body: Schemas['SearchRequest']) =>
        expectStatus(await stage.v3.call('searchUsers', { body, token }), 200).body.data.map(
          ({ name }) => name,
        );
      expect(await namesOf({})).toEqual(['Noor', 'maria', 'Mara']);
      expect(await namesOf({ search: 'MAR', sortBy: 'createdAt' })).toEqual(['Mara', 'maria']);
      expect(await namesOf({ query: 'eq(externalId,"crm-2")' })).toEqual(['Noor']);
      expect(await namesOf({ query: 'eq(email,"MARA@a.example")' })).toEqual(['Mara']);
      expect(await namesOf({ query: 'eq(isAvailable,false)' })).toEqual(['maria']);
    });
  });
}
