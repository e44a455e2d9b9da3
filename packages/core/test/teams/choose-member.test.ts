import { expect, test } from '@jest/globals';
import { declaredStatements } from '@parley/database';
import { assignChat, deleteUser, getById, newId, teams } from '../../src/index.js';
import { withChatsOfChannel } from '../chats-of-channel.js';
import { explainGenericPlan } from '../explain-generic-plan.js';
import { refusal } from '../refusals.js';
import { createChat, createTeam, createUser } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { untilWaiting, whileHeld } from '../while-held.js';

const worlds = useWorlds();
const { database, own } = worlds;

async function createTeamOfTwo() {
  const first = await createUser(database, own.tenant.id);
  const second = await createUser(database, own.tenant.id);
  const team = await createTeam(database, own.tenant.id, { userIds: [first.id, second.id] });
  const chat = await createChat(database, own.tenant.id);
  return { first, second, team, chat };
}

test.each(['round_robin', 'least_busy'] as const)(
  '%s chooses another member while the deletion of the next one is not yet committed',
  async (strategy) => {
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
  const otherTeam = await createTeam(database, context.tenantId, { userIds: [second.id] });
  const before = await getById(context, teams, otherTeam.id);
  await deleteUser(context, first.id);
  expect(await getById(context, teams, team.id)).toMatchObject({
    updatedAt: context.now().toISOString(),
    users: [{ id: second.id }],
  });
  expect(await getById(context, teams, otherTeam.id)).toEqual(before);
});

test.each(['round_robin', 'least_busy'] as const)(
  '%s waits for a locked chat before it locks the team',
  async (strategy) => {
    const { first, team, chat } = await createTeamOfTwo();
    const assigned = await whileHeld(database, {
      hold: (client) => client.query('select from chats where id = $1 for no key update', [chat.id]),
      work: () => assignChat(worlds.context(), { chatId: chat.id, teamId: team.id, strategy }),
      async check() {
        const lock = 'select id from teams where id = $1 for no key update skip locked';
        const { rows } = await database.pool.query(lock, [team.id]);
        expect(rows).toEqual([{ id: team.id }]);
      },
    });
    expect(assigned.assignedUserId).toBe(first.id);
  },
);

test('404 for an unknown or malformed chat; no turn is taken', async () => {
  const { first, team, chat } = await createTeamOfTwo();
  const context = worlds.context();
  const choice = { teamId: team.id, strategy: 'round_robin' } as const;
  for (const chatId of ['x', newId()]) {
    await expect(assignChat(context, { chatId, ...choice })).rejects.toMatchObject(refusal('chat_not_found'));
  }
  const members = await database.prisma.teamMember.findMany({ where: { teamId: team.id } });
  expect(members.map(({ turn }) => turn)).toEqual([0n, 0n]);
  expect(await assignChat(context, { chatId: chat.id, ...choice })).toMatchObject({
    assignedUserId: first.id,
  });
});

test('least_busy reads the open chats by their key, and no others', async () => {
  await database.pool.query(`${withChatsOfChannel} select`, [own.tenant.id, own.channel.id, 3000]);
  const users = await Promise.all(Array.from({ length: 20 }, () => createUser(database, own.tenant.id)));
  const userIds = users.map(({ id }) => id);
  await createTeam(database, own.tenant.id, { userIds });
  await database.pool.query(
    `update chats set assigned_user_id = ($2::text[])[1 + abs(hashtext(id::text)) % 20] where tenant_id = $1`,
    [own.tenant.id, userIds],
  );
  await database.pool.query(
    `update chats set status = 'closed' where tenant_id = $1 and abs(hashtext(id::text)) % 10 > 0`,
    [own.tenant.id],
  );
  await database.pool.query('analyze');
  const text = declaredStatements.get('choose-least-busy-member') ?? 'The statement is not declared';
  const client = await database.pool.connect();
  try {
    const plan = await explainGenericPlan(client, text);
    const scans = plan.filter((line) => / on chat(s|_states)\b/.test(line)).map((line) => line.trim());
    expect(scans).toEqual([
      expect.stringMatching(/Index Only Scan using chat_states_tenant_id_status_chat_id_idx/),
      expect.stringMatching(/Index Scan using chats_pkey/),
    ]);
  } finally {
    client.release();
  }
});
