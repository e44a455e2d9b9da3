import { describe, expect, test } from '@jest/globals';
import { changeChatStatus, endSnooze, newId } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createAutomation, createChat } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();
const { database, prisma } = worlds;

async function snooze(until: string | null) {
  const { own } = worlds;
  const chat = await createChat(database, own.tenant.id);
  const context = worlds.context();
  await changeChatStatus(context, { chatId: chat.id, status: 'snoozed', snoozedUntil: until });
  const read = () => prisma.chat.findFirstOrThrow({ where: { id: chat.id } });
  const eventCount = () => prisma.event.count({ where: { chatId: chat.id } });
  return { chat, context, read, eventCount };
}

const until = '2026-11-14T10:00:00.000Z';

describe('the end of a snooze', () => {
  test('opens the chat, emits the event and triggers automations; once', async () => {
    const { own } = worlds;
    const { chat, context, read, eventCount } = await snooze(until);
    const automation = await createAutomation(database, own.tenant.id, {
      triggerType: 'chat_opened',
      triggerChannelId: chat.channelId,
    });
    context.clock.set(until);
    expect(await Promise.all([endSnooze(context, chat.id), endSnooze(context, chat.id)])).toContain(true);
    expect(await endSnooze(context, chat.id)).toBe(false);
    expect(await read()).toMatchObject({ status: 'open', snoozedUntil: null });
    expect(await eventCount()).toBe(2);
    const runs = await prisma.automationRun.findMany({ where: { automationId: automation.id } });
    expect(runs).toMatchObject([{ chatId: chat.id, cutReason: null }]);
  });

  test('that is not due by this clock is scheduled again for its time', async () => {
    const { chat, context, read } = await snooze(until);
    expect(await endSnooze(context, chat.id)).toBe(false);
    expect(await read()).toMatchObject({ status: 'snoozed' });
    expect(await findJobs(database, 'end-snooze', chat.id)).toMatchObject([{ runAt: new Date(until) }]);
  });

  test('does nothing to a chat that is open, closed, snoozed without an end, unknown or another tenant’s', async () => {
    const endless = await snooze(null);
    expect(await endSnooze(endless.context, endless.chat.id)).toBe(false);
    expect(await endless.read()).toMatchObject({ status: 'snoozed' });
    const closed = await snooze(until);
    await changeChatStatus(closed.context, { chatId: closed.chat.id, status: 'closed' });
    closed.context.clock.set(until);
    expect(await endSnooze(closed.context, closed.chat.id)).toBe(false);
    expect(await closed.read()).toMatchObject({ status: 'closed' });
    expect(await endSnooze(closed.context, newId())).toBe(false);
    const own = await snooze(until);
    const otherTenant = worlds.otherContext();
    otherTenant.clock.set(until);
    expect(await endSnooze(otherTenant, own.chat.id)).toBe(false);
  });
});
