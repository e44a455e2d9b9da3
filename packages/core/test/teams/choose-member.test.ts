import { expect, test } from '@jest/globals';
import { assignChat, deleteUser, getById, teams } from '../../src/index.js';
import { createChat, createTeam, createUser } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { untilWaiting, whileHeld } from '../while-held.js';

const worlds = useWorlds();

async function createTeamOfTwo() {
  const { database, own } = worlds;
  const first = await createUser(database, own.tenant.id);
  const second = await createUser(database, own.tenant.id);
  const team = await createTeam(database, own.tenant.id, { userIds: [first.id, second.id] });
  const chat = await createChat(database, own.tenant.id);
  return { first, second, team, chat };
}

test.each(['round_robin', 'least_busy'] as const)(
  '%s chooses another member while the deletion of the next one is not yet committed',
  async (strategy) => {
    const { database } = worlds;
    const { first, second, team, chat } = await createTeamOfTwo();
    const [deletion, assigned] = await whileHeld(database, {
      hold: (client) => client.query('select from team_members where user_id = $1 for update', [first.id]),
      async work() {
        const deleting = deleteUser(worlds.context(), first.id);
        await untilWaiting(database.pool, 1);
        const assignment = { chatId: chat.id, teamId: team.id, strategy };
        return Promise.all([deleting, assignChat(worlds.context(), assignment)]);
      },
      waiting: 2,
    });
    expect(deletion.deletedIds).toEqual([first.id]);
    expect(assigned).toMatchObject({ assignedUserId: second.id, assignedTeamId: team.id });
  },
);

test('the deletion of a user updates its teams, which show their users, and no others', async () => {
  const { first, second, team } = await createTeamOfTwo();
  const context = worlds.context();
  const otherTeam = await createTeam(worlds.database, context.tenantId, { userIds: [second.id] });
  const before = await getById(context, teams, otherTeam.id);
  await deleteUser(context, first.id);
  expect(await getById(context, teams, team.id)).toMatchObject({
    updatedAt: context.now().toISOString(),
    users: [{ id: second.id }],
  });
  expect(await getById(context, teams, otherTeam.id)).toEqual(before);
});
