import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createTeam, createTenant, createToken, createUser, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { type Stage, startTime } from '../../support/start-stage.js';

export function describeTeams(stage: Stage): void {
  type Schemas = components['schemas'];

  async function create(body: Schemas['TeamCreate']): Promise<Schemas['Team']> {
    return expectStatus(await stage.v3.call('createTeam', { body }), 200).body.data;
  }

  const user = (name: string) => createUser(stage.database, stage.tenantId, { name });
  const taken = { externalId: { key: 'not_unique', message: 'Another team has this external id' } };

  describe('createTeam 200', () => {
    it('stores the name and the members, each once, sorted by name', async () => {
      const [noor, mara] = [await user('Noor'), await user('Mara')];
      const team = await create({
        name: 'Support',
        externalId: 'team-1',
        users: [{ id: noor.id }, { id: mara.id.toUpperCase() }, { id: noor.id }],
      });
      expect(team).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        externalId: 'team-1',
        name: 'Support',
        users: [
          { id: mara.id, externalId: null, name: 'Mara' },
          { id: noor.id, externalId: null, name: 'Noor' },
        ],
      });
      const { body } = expectStatus(await stage.v3.call('getTeam', { params: { teamId: team.id } }), 200);
      expect(body.data).toEqual(team);
    });

    it('needs only a name', async () => {
      expect(await create({ name: 'Empty' })).toMatchObject({ externalId: null, users: [] });
      expect(await create({ name: 'Empty', externalId: null, users: [] })).toMatchObject({ users: [] });
    });
  });

  describe('createTeam 400', () => {
    it('not_found for each user that is unknown or another tenant’s, and not_unique; nothing is created', async () => {
      await create({ name: 'First', externalId: 'twice' });
      const count = () => stage.database.prisma.team.count({ where: { tenantId: stage.tenantId } });
      const before = await count();
      const users = [{ id: stage.own.user.id }, { id: stage.own.chat.id }, { id: stage.other.user.id }];
      const body = { name: 'Second', externalId: 'twice', users };
      expect(errorKeys(await stage.v3.call('createTeam', { body }))).toEqual({
        externalId: 'not_unique',
        'users.1.id': 'not_found',
        'users.2.id': 'not_found',
      });
      expect(await count()).toBe(before);
    });

    it('of ten concurrent requests with the same external id one succeeds', async () => {
      const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
          stage.v3.call('createTeam', { body: { name: 'Ten', externalId: 'ten times' } }),
        ),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
    });

    it.each([
      [{}, { name: 'invalid_type' }],
      [
        { name: '', externalId: '', users: [{}, { id: 'x' }] },
        {
          name: 'too_small',
          externalId: 'too_small',
          'users.0.id': 'invalid_type',
          'users.1.id': 'invalid_string',
        },
      ],
      [
        { name: 'a'.repeat(256), externalId: 'a'.repeat(256), users: Array(201).fill({ id: 'x' }) },
        expect.objectContaining({ name: 'too_big', externalId: 'too_big', users: 'too_big' }),
      ],
      [
        { name: null, users: null },
        { name: 'invalid_type', users: 'invalid_type' },
      ],
    ])('for %#', async (wrongBody, errors) => {
      expect(errorKeys(await stage.v3.call('createTeam', { wrongBody }))).toEqual(errors);
    });
  });

  describe('updateTeam 200', () => {
    it('changes the given fields; `users` replaces the members, and equal members change nothing', async () => {
      const [mara, noor, otis] = [await user('Mara'), await user('Noor'), await user('Otis')];
      const { id } = await create({
        name: 'Before',
        externalId: 'x',
        users: [{ id: mara.id }, { id: noor.id }],
      });
      const params = { teamId: id };
      stage.clock.advance(1_000);
      const update = async (body: Schemas['TeamUpdate']) => {
        const { data } = expectStatus(await stage.v3.call('updateTeam', { params, body }), 200).body;
        return { ...data, users: data.users.map(({ name }) => name) };
      };
      const changed = { updatedAt: '2026-10-15T09:30:01.000Z' };
      expect(await update({ users: [{ id: otis.id }, { id: noor.id }] })).toMatchObject({
        ...changed,
        name: 'Before',
        users: ['Noor', 'Otis'],
      });
      stage.clock.advance(1_000);
      expect(await update({ users: [{ id: noor.id }, { id: otis.id }] })).toMatchObject(changed);
      expect(await update({ name: 'Before', externalId: 'x' })).toMatchObject(changed);
      expect(await update({ name: 'After', externalId: null })).toMatchObject({
        name: 'After',
        externalId: null,
        users: ['Noor', 'Otis'],
        updatedAt: '2026-10-15T09:30:02.000Z',
      });
      expect(await update({ users: [] })).toMatchObject({ name: 'After', users: [] });
    });
  });

  describe('updateTeam 400', () => {
    it('not_unique for the external id of another team, not_found for an unknown user; nothing is changed', async () => {
      await create({ name: 'Third', externalId: 'third' });
      const fourth = await create({ name: 'Fourth', users: [{ id: stage.own.user.id }] });
      const params = { teamId: fourth.id };
      const refused = await stage.v3.call('updateTeam', { params, body: { externalId: 'third' } });
      expect(expectStatus(refused, 400).body).toEqual(invalid(taken));
      const body = { name: 'Changed', users: [{ id: stage.other.user.id }] };
      expect(errorKeys(await stage.v3.call('updateTeam', { params, body }))).toEqual({
        'users.0.id': 'not_found',
      });
      expect(expectStatus(await stage.v3.call('getTeam', { params }), 200).body.data).toEqual(fourth);
    });
  });

  describe.each(['getTeam', 'updateTeam'] as const)('%s 404', (operationId) => {
    it('team_not_found', async () => {
      const params = { teamId: stage.own.user.id };
      const { body } = expectStatus(await stage.v3.call(operationId, { params, body: {} }), 404);
      expect(body.error).toEqual({ messageKey: 'team_not_found', message: 'Team not found' });
    });
  });

  describe('deleteTeam 200', () => {
    it('keeps its users; chats keep the id', async () => {
      const team = await createTeam(stage.database, stage.tenantId, { userIds: [stage.own.user.id] });
      const chatParams = { chatId: stage.own.chat.id };
      expectStatus(await stage.v3.call('assignChat', { params: chatParams, body: { teamId: team.id } }), 200);
      const params = { teamId: team.id };
      const deletion = expectStatus(await stage.v3.call('deleteTeam', { params }), 200);
      expect(deletion.body.data).toEqual({ deletedIds: [team.id], notFoundIds: [] });
      expectStatus(await stage.v3.call('getUser', { params: { userId: stage.own.user.id } }), 200);
      const chat = expectStatus(await stage.v3.call('getChat', { params: chatParams }), 200);
      expect(chat.body.data.assignedTeamId).toBe(team.id);
      const again = expectStatus(await stage.v3.call('deleteTeam', { params }), 200);
      expect(again.body.data).toEqual({ deletedIds: [], notFoundIds: [team.id] });
    });
  });

  describe('searchTeams 200', () => {
    it('filters by name and external id, sorts, and shows the members', async () => {
      const { database } = stage;
      const tenant = await createTenant(database);
      const token = await createToken(database, tenant.id);
      const member = await createUser(database, tenant.id, { name: 'Mara', externalId: 'crm-1' });
      const other = await createUser(database, tenant.id, { name: 'Noor' });
      await createTeam(database, tenant.id, { name: 'Sales', userIds: [member.id, other.id] });
      await createTeam(database, tenant.id, { name: 'Support', externalId: 'team-2' });
      const find = async (body: Schemas['SearchRequest']) =>
        expectStatus(await stage.v3.call('searchTeams', { body, token }), 200).body.data;
      const namesOf = async (body: Schemas['SearchRequest']) => (await find(body)).map(({ name }) => name);
      expect(await namesOf({})).toEqual(['Support', 'Sales']);
      expect(await namesOf({ search: 's', sortBy: 'name' })).toEqual(['Sales', 'Support']);
      expect(await namesOf({ query: 'eq(externalId,"team-2")' })).toEqual(['Support']);
      expect(await find({ query: 'eq(name,"Sales")' })).toMatchObject([
        {
          users: [
            { id: member.id, externalId: 'crm-1', name: 'Mara' },
            { id: other.id, externalId: null, name: 'Noor' },
          ],
        },
      ]);
    });
  });
}
