import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createAutomation, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { chatCalls, unknownId } from './chat-calls.js';

export function describeChatChange(stage: Stage, world: RenewableWorld): void {
  const { snapshot, eventsAbout } = chatCalls(stage, world);

  function assign(body: components['schemas']['ChatAssignment'], chatId = world.chat.id) {
    return world.v3.call('assignChat', { params: { chatId }, body });
  }

  describe('assignChat 200', () => {
    beforeEach(world.renew);

    it('assigns a user and a team separately, removes them by null, and emits an event for each change', async () => {
      const user = expectStatus(await assign({ assignedUserId: 'user-7' }), 200).body.data;
      expect(user).toMatchObject({ assignedUserId: 'user-7', assignedTeamId: null, updatedAt: startTime });
      const both = expectStatus(await assign({ assignedTeamId: 'team-1' }), 200).body.data;
      expect(both).toMatchObject({ assignedUserId: 'user-7', assignedTeamId: 'team-1' });
      const team = expectStatus(await assign({ assignedUserId: null }), 200).body.data;
      expect(team).toMatchObject({ assignedUserId: null, assignedTeamId: 'team-1' });
      expect(await eventsAbout(world.chat.id)).toEqual(
        [user, both, team].map((data) => ({ type: 'chat.updated', data })),
      );
    });

    it.each([{}, { assignedUserId: null }, { triggerAutomations: true }])(
      '%j changes nothing and emits no event',
      async (body) => {
        const before = await snapshot();
        expectStatus(await assign(body), 200);
        expect(await snapshot()).toEqual(before);
      },
    );

    it('runs the automations that an assignment triggers, if the request asks for it', async () => {
      const { id: automationId } = await createAutomation(stage.database, world.tenant.id, {
        triggerType: 'chat_assigned',
      });
      const countRuns = () => stage.database.prisma.automationRun.count({ where: { automationId } });
      expectStatus(await assign({ assignedUserId: 'user-7' }), 200);
      expect(await countRuns()).toBe(0);
      expectStatus(await assign({ assignedUserId: 'user-8', triggerAutomations: true }), 200);
      expect(await countRuns()).toBe(1);
      expectStatus(await assign({ assignedUserId: null, triggerAutomations: true }), 200);
      expect(await countRuns()).toBe(1);
    });
  });

  describe('assignChat errors', () => {
    beforeAll(world.renew);

    it.each([
      [{ assignedUserId: '' }, { assignedUserId: 'too_small' }],
      [{ assignedTeamId: 'x'.repeat(256) }, { assignedTeamId: 'too_big' }],
      [{ assignedUserId: 7 }, { assignedUserId: 'invalid_type' }],
      [{ triggerAutomations: 'yes' }, { triggerAutomations: 'invalid_type' }],
    ])('400 for %j', async (wrongBody, expected) => {
      const params = { chatId: world.chat.id };
      expect(errorKeys(await world.v3.call('assignChat', { params, wrongBody }))).toEqual(expected);
    });

    it('404 chat_not_found', async () => {
      const { body } = expectStatus(await assign({ assignedUserId: 'user-7' }, unknownId), 404);
      expect(body.error.messageKey).toBe('chat_not_found');
    });
  });

  describe('markChatRead and markChatUnread', () => {
    beforeEach(world.renew);

    function mark(operation: 'markChatRead' | 'markChatUnread', chatId = world.chat.id) {
      return world.v3.call(operation, { params: { chatId } });
    }

    it('200: marking as read sets the unread count to 0, and emits one event', async () => {
      const { tenant, chat } = world;
      await stage.database.prisma.chat.update({
        where: { tenantId_id: { tenantId: tenant.id, id: chat.id } },
        data: { isUnread: true, unreadCount: 3 },
      });
      const { data } = expectStatus(await mark('markChatRead'), 200).body;
      expect(data).toMatchObject({ isUnread: false, unreadCount: 0, updatedAt: startTime });
      const before = await snapshot();
      stage.clock.advance(1_000);
      expect(expectStatus(await mark('markChatRead'), 200).body.data).toEqual(data);
      expect(await snapshot()).toEqual(before);
      expect(await eventsAbout(chat.id)).toEqual([{ type: 'chat.updated', data }]);
    });

    it('200: marking as unread keeps the count, and emits one event', async () => {
      const { data } = expectStatus(await mark('markChatUnread'), 200).body;
      expect(data).toMatchObject({ isUnread: true, unreadCount: 0, updatedAt: startTime });
      const before = await snapshot();
      expect(expectStatus(await mark('markChatUnread'), 200).body.data).toEqual(data);
      expect(await snapshot()).toEqual(before);
      expect(await eventsAbout(world.chat.id)).toEqual([{ type: 'chat.updated', data }]);
    });

    it.each(['markChatRead', 'markChatUnread'] as const)('404 chat_not_found: %s', async (operation) => {
      const { body } = expectStatus(await mark(operation, unknownId), 404);
      expect(body.error).toEqual({ messageKey: 'chat_not_found', message: 'Chat not found' });
    });
  });

  describe('updateChat', () => {
    beforeEach(world.renew);

    function update(body: components['schemas']['ChatUpdate'], chatId = world.chat.id) {
      return world.v3.call('updateChat', { params: { chatId }, body });
    }

    it('200: sets a chat to sensitive and back, each with a `chat.updated` event', async () => {
      const sensitive = expectStatus(await update({ isSensitive: true }), 200).body.data;
      expect(sensitive).toMatchObject({ isSensitive: true, updatedAt: startTime });
      stage.clock.advance(1_000);
      const open = expectStatus(await update({ isSensitive: false }), 200).body.data;
      expect(open.isSensitive).toBe(false);
      expect(open.updatedAt > sensitive.updatedAt).toBe(true);
      expect(await eventsAbout(world.chat.id)).toEqual([
        { type: 'chat.updated', data: sensitive },
        { type: 'chat.updated', data: open },
      ]);
    });

    it('200: nothing changes without fields, or with the current value', async () => {
      const before = await snapshot();
      stage.clock.advance(1_000);
      for (const body of [{}, { isSensitive: false }]) {
        expect(expectStatus(await update(body), 200).body.data.isSensitive).toBe(false);
      }
      expect(await snapshot()).toEqual(before);
    });

    it('400 for an invalid value, and for fields that other operations change', async () => {
      const body: object = { isSensitive: 'yes', status: 'closed' };
      expect(errorKeys(await update(body))).toEqual({
        isSensitive: 'invalid_type',
        status: 'unrecognized_keys',
      });
    });

    it('404 chat_not_found', async () => {
      const { body } = expectStatus(await update({ isSensitive: true }, unknownId), 404);
      expect(body.error).toEqual({ messageKey: 'chat_not_found', message: 'Chat not found' });
    });
  });

  describe('snoozedUntil', () => {
    beforeEach(world.renew);
    const until = '2026-10-16T08:00:00.000Z';

    function setStatus(body: components['schemas']['ChatStatusChange']) {
      return world.v3.call('changeChatStatus', { params: { chatId: world.chat.id }, body });
    }

    it('is part of the chat, the search and `chat.updated` while the chat is snoozed until a time', async () => {
      const { data } = expectStatus(await setStatus({ status: 'snoozed', snoozedUntil: until }), 200).body;
      expect(data).toMatchObject({ status: 'snoozed', snoozedUntil: until });
      const read = await world.v3.call('getChat', { params: { chatId: world.chat.id } });
      expect(expectStatus(read, 200).body.data).toEqual(data);
      const query = 'eq(status,snoozed)';
      const found = await world.v3.call('searchChats', { body: { query } });
      expect(expectStatus(found, 200).body.data).toEqual([data]);
      expect(await eventsAbout(world.chat.id)).toEqual([{ type: 'chat.updated', data }]);
    });

    it('is null without a time, and once the chat is open or closed', async () => {
      const open = await setStatus({ status: 'snoozed' });
      expect(expectStatus(open, 200).body.data).toMatchObject({ status: 'snoozed', snoozedUntil: null });
      for (const status of ['open', 'closed'] as const) {
        await setStatus({ status: 'snoozed', snoozedUntil: until });
        const { data } = expectStatus(await setStatus({ status }), 200).body;
        expect(data).toMatchObject({ status, snoozedUntil: null });
      }
    });
  });
}
