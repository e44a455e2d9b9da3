import { describe, expect, test } from '@jest/globals';
import { assignChat, newId } from '../../src/index.js';
import { refusal } from '../refusals.js';
import { createAutomation, createChat } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();
const { database, prisma, own } = worlds;

describe('assign a chat', () => {
  test('sets the given fields, keeps the others, and emits one event', async () => {
    const { id: chatId } = await createChat(database, own.tenant.id);
    const assign = (assignment: { assignedUserId?: string | null; assignedTeamId?: string | null }) =>
      assignChat(worlds.context(), { chatId, ...assignment });
    expect(await assign({ assignedUserId: 'user-7' })).toMatchObject({
      assignedUserId: 'user-7',
      assignedTeamId: null,
    });
    expect(await assign({ assignedTeamId: 'team-1' })).toMatchObject({
      assignedUserId: 'user-7',
      assignedTeamId: 'team-1',
    });
    expect(await assign({ assignedTeamId: 'team-1' })).toMatchObject({ assignedTeamId: 'team-1' });
    expect(await assign({ assignedUserId: null })).toMatchObject({
      assignedUserId: null,
      assignedTeamId: 'team-1',
    });
    expect(await prisma.event.count({ where: { chatId } })).toBe(3);
  });

  test('triggers automations when a chat is assigned, and not when an assignment is removed', async () => {
    const { id: automationId } = await createAutomation(database, own.tenant.id, {
      triggerType: 'chat_assigned',
    });
    const { id: chatId } = await createChat(database, own.tenant.id);
    const runCount = () => prisma.automationRun.count({ where: { automationId } });
    await assignChat(worlds.context(), { chatId, assignedUserId: 'user-7' });
    expect(await runCount()).toBe(0);
    await assignChat(worlds.context(), { chatId, assignedUserId: 'user-8', triggerAutomations: true });
    expect(await runCount()).toBe(1);
    await assignChat(worlds.context(), { chatId, assignedUserId: null, triggerAutomations: true });
    expect(await runCount()).toBe(1);
  });

  test('404 for an unknown, malformed or another tenant’s chat', async () => {
    for (const chatId of [newId(), 'x', worlds.other.chat.id]) {
      await expect(assignChat(worlds.context(), { chatId, assignedUserId: 'x' })).rejects.toMatchObject(
        refusal('chat_not_found'),
      );
    }
  });
});
