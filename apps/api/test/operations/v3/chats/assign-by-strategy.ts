import { beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createChat, createTeam, createUser, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { chatCalls, unknownId } from './chat-calls.js';

/** Assignments to users and teams of the workspace. */
export function describeAssignmentByStrategy(stage: Stage, world: RenewableWorld): void {
  const { eventsAbout, snapshot } = chatCalls(stage, world);
  type Assignment = components['schemas']['ChatAssignment'];

  function call(body: Assignment, chatId = world.chat.id) {
    return world.v3.call('assignChat', { params: { chatId }, body });
  }

  async function assign(body: Assignment, chatId = world.chat.id) {
    return expectStatus(await call(body, chatId), 200).body.data;
  }

  const chats = (count: number, values: Parameters<typeof createChat>[2] = {}) =>
    Promise.all(Array.from({ length: count }, () => createChat(stage.database, world.tenant.id, values)));

  /** A team of users with these names; the values say who is available. */
  async function teamOf(available: Readonly<Record<string, boolean>>) {
    const { database } = stage;
    const names = new Map<string | null, string>();
    for (const [name, isAvailable] of Object.entries(available)) {
      names.set((await createUser(database, world.tenant.id, { name, isAvailable })).id, name);
    }
    const userIds = [...names.keys()].filter((id) => id !== null);
    const { id: teamId } = await createTeam(database, world.tenant.id, { userIds });
    const idOf = (name: string) => userIds.find((id) => names.get(id) === name) ?? '';
    const choose = async (strategy: 'round_robin' | 'least_busy', chatId?: string) =>
      names.get((await assign({ teamId, strategy }, chatId)).assignedUserId) ?? null;
    return { teamId, idOf, choose };
  }

  describe('assignChat 200 to users and teams of the workspace', () => {
    beforeEach(world.renew);

    it('sets their ids, keeps the other one, and emits chat.updated; searchChats finds the chat by both', async () => {
      const { user, team, chat } = world;
      const first = await assign({ userId: user.id.toUpperCase() });
      expect(first).toMatchObject({ assignedUserId: user.id, assignedTeamId: null });
      const second = await assign({ teamId: team.id });
      expect(second).toMatchObject({ assignedUserId: user.id, assignedTeamId: team.id });
      expect(await assign({ userId: user.id, teamId: team.id })).toEqual(second);
      expect(await eventsAbout(chat.id)).toEqual(
        [first, second].map((data) => ({ type: 'chat.updated', data })),
      );
      for (const query of [`eq(assignedUserId,"${user.id}")`, `eq(assignedTeamId,"${team.id}")`]) {
        const found = expectStatus(await world.v3.call('searchChats', { body: { query } }), 200);
        expect(found.body.data.map(({ id }) => id)).toEqual([chat.id]);
      }
      expect(await assign({ assignedUserId: null, teamId: team.id })).toMatchObject({ assignedUserId: null });
    });
  });

  describe('assignChat 200 with round_robin', () => {
    beforeEach(world.renew);

    it('gives each available user of the team one chat in turn', async () => {
      const { choose } = await teamOf({ Mara: true, Noor: true, Otis: false, Pia: true });
      const turns: (string | null)[] = [];
      for (const { id } of await chats(6)) turns.push(await choose('round_robin', id));
      expect(turns.slice(0, 3).sort()).toEqual(['Mara', 'Noor', 'Pia']);
      expect(turns.slice(3)).toEqual(turns.slice(0, 3));
    });

    it('is exact for concurrent requests: thirty chats are ten for each of three', async () => {
      const { choose } = await teamOf({ Mara: true, Noor: true, Pia: true });
      const all = await chats(30);
      const chosen = await Promise.all(all.map(({ id }) => choose('round_robin', id)));
      expect(countEach(chosen)).toEqual({ Mara: 10, Noor: 10, Pia: 10 });
    });

    it('a request that fails takes no turn', async () => {
      const { choose, teamId } = await teamOf({ Mara: true, Noor: true });
      const [one, two] = await chats(2);
      const first = await choose('round_robin', one?.id);
      expectStatus(await call({ teamId, strategy: 'round_robin' }, unknownId), 404);
      expect(await choose('round_robin', two?.id)).not.toBe(first);
    });

    it('a repeated request takes a turn; with the same Idempotency-Key it takes none', async () => {
      const { choose, teamId } = await teamOf({ Mara: true, Noor: true });
      const request = {
        params: { chatId: world.chat.id },
        body: { teamId, strategy: 'round_robin' as const },
        headers: { 'Idempotency-Key': `assign-${teamId}` },
      };
      const first = expectStatus(await world.v3.call('assignChat', request), 200);
      expect(expectStatus(await world.v3.call('assignChat', request), 200).body).toEqual(first.body);
      const second = await choose('round_robin');
      const third = await choose('round_robin');
      expect([second, third].sort()).toEqual(['Mara', 'Noor']);
      expect((await assign({ teamId, strategy: 'round_robin' })).assignedUserId).not.toBe(
        first.body.data.assignedUserId,
      );
    });

    it('who stays in the team keeps the turn, and who joins is next once', async () => {
      const { choose, teamId, idOf } = await teamOf({ Mara: true, Noor: true });
      for (const { id } of await chats(4)) await choose('round_robin', id);
      const late = await createUser(stage.database, world.tenant.id);
      const users = [idOf('Mara'), idOf('Noor'), late.id].map((id) => ({ id }));
      expectStatus(await world.v3.call('updateTeam', { params: { teamId }, body: { users } }), 200);
      const later = await Promise.all(
        (await chats(3)).map(({ id }) => assign({ teamId, strategy: 'round_robin' }, id)),
      );
      expect(later.map(({ assignedUserId }) => assignedUserId).sort()).toEqual(
        users.map(({ id }) => id).sort(),
      );
    });

    it.each(['round_robin', 'least_busy'] as const)(
      '%s assigns only the team when nobody is available',
      async (strategy) => {
        const { teamId } = await teamOf({ Mara: false });
        await assign({ assignedUserId: 'user-7' });
        expect(await assign({ teamId, strategy })).toMatchObject({
          assignedUserId: null,
          assignedTeamId: teamId,
        });
      },
    );
  });

  describe('assignChat 200 with least_busy', () => {
    beforeEach(world.renew);

    it('chooses the user with the fewest open chats; closed and snoozed chats do not count', async () => {
      const { choose, idOf } = await teamOf({ Mara: true, Noor: true });
      await chats(2, { assignedUserId: idOf('Mara') });
      await chats(1, { assignedUserId: idOf('Noor') });
      await chats(5, { assignedUserId: idOf('Noor'), status: 'closed' });
      await chats(5, { assignedUserId: idOf('Noor'), status: 'snoozed' });
      expect(await choose('least_busy')).toBe('Noor');
    });

    it('takes turns among equals', async () => {
      const { choose } = await teamOf({ Mara: true, Noor: true });
      const first = await choose('least_busy');
      const second = await choose('least_busy');
      expect([first, second].sort()).toEqual(['Mara', 'Noor']);
      expect(await choose('least_busy')).toBe(first);
    });

    it('does not count the chat itself: its user is the least busy, although it is not their turn', async () => {
      const { choose, idOf } = await teamOf({ Mara: true, Noor: true });
      const first = await choose('least_busy');
      await chats(1, { assignedUserId: idOf(first === 'Mara' ? 'Noor' : 'Mara') });
      expect(await choose('least_busy')).toBe(first);
    });

    it('is exact for concurrent requests: each sees what the others have assigned', async () => {
      const { choose, idOf } = await teamOf({ Mara: true, Noor: true, Pia: true });
      await chats(6, { assignedUserId: idOf('Mara') });
      const all = await chats(12);
      const chosen = await Promise.all(all.map(({ id }) => choose('least_busy', id)));
      expect(countEach(chosen)).toEqual({ Noor: 6, Pia: 6 });
    });
  });

  describe('assignChat 400 for users and teams of the workspace', () => {
    beforeEach(world.renew);

    it('not_found for an unknown or another tenant’s user or team; nothing changes', async () => {
      const before = await snapshot();
      for (const [userId, teamId] of [
        [unknownId, unknownId],
        [stage.other.user.id, stage.other.team.id],
      ] as const) {
        expect(errorKeys(await call({ userId, teamId }))).toEqual({
          userId: 'not_found',
          teamId: 'not_found',
        });
        expect(errorKeys(await call({ teamId, strategy: 'least_busy' }))).toEqual({ teamId: 'not_found' });
      }
      expect(await snapshot()).toEqual(before);
    });

    it('for fields that exclude each other', async () => {
      const { user, team } = world;
      const own = { assignedUserId: 'user-7', assignedTeamId: 'team-1' };
      const strategy = 'round_robin' as const;
      const refused = 'unrecognized_keys';
      expect(errorKeys(await call({ ...own, userId: user.id, teamId: team.id }))).toEqual({
        userId: refused,
        teamId: refused,
      });
      expect(errorKeys(await call({ strategy }))).toEqual({ strategy: refused });
      expect(errorKeys(await call({ strategy, teamId: team.id, userId: user.id }))).toEqual({
        strategy: refused,
      });
      expect(errorKeys(await call({ strategy, teamId: team.id, assignedUserId: null }))).toEqual({
        strategy: refused,
      });
    });

    it.each([
      [
        { userId: 'x', teamId: 7, strategy: 'random' },
        { userId: 'invalid_string', teamId: 'invalid_type', strategy: 'invalid_enum_value' },
      ],
      [{ teamId: 'x', strategy: 'round_robin' }, { teamId: 'invalid_string' }],
      [
        { userId: null, teamId: null },
        { userId: 'invalid_type', teamId: 'invalid_type' },
      ],
    ])('for %j', async (wrongBody, expected) => {
      const params = { chatId: world.chat.id };
      expect(errorKeys(await world.v3.call('assignChat', { params, wrongBody }))).toEqual(expected);
    });
  });
}

function countEach(names: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name ?? 'nobody'] = (counts[name ?? 'nobody'] ?? 0) + 1;
  return counts;
}
