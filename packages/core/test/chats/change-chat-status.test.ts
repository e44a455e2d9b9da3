import { describe, expect, test } from '@jest/globals';
import { changeChatStatus, newId } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { refusal, validationErrors } from '../refusals.js';
import { startTime } from '../test-context.js';
import { createAutomation, createChannel, createChat } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database, prisma, own, other, context } = useWorlds();
const unknownIds = ['not-an-id', '', '0193a1e0-5c00-7000-8000-00000000004', "' or true --"];

describe('change the status of a chat', () => {
  test('opens by default, moves updatedAt and records chat.updated with the chat as it is now', async () => {
    const chat = await createChat(database, own.tenant.id, { status: 'closed' });
    const record = await changeChatStatus(context(), { chatId: chat.id });
    expect(record).toMatchObject({ id: chat.id, status: 'open', updatedAt: startTime });
    expect(record.contact.chats).toEqual([{ id: chat.id, channelId: chat.channelId, status: 'open' }]);
    const events = await prisma.event.findMany({ where: { chatId: chat.id } });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'chat.updated',
      legacyType: null,
      channelId: chat.channelId,
      contactId: chat.contactId,
      createdAt: new Date(startTime),
      data: record,
    });
  });

  test('the same status again changes nothing, records nothing and runs nothing', async () => {
    const chat = await createChat(database, own.tenant.id);
    const automation = await createAutomation(database, own.tenant.id, {
      triggerType: 'chat_opened',
      triggerChannelId: chat.channelId,
    });
    const record = await changeChatStatus(context(), { chatId: chat.id, triggerAutomations: true });
    expect(record).toMatchObject({ status: 'open', updatedAt: chat.updatedAt.toISOString() });
    expect(await prisma.event.count({ where: { chatId: chat.id } })).toBe(0);
    expect(await prisma.automationRun.count({ where: { automationId: automation.id } })).toBe(0);
  });

  test('a snooze sets its end and a job for it; moving the end moves the job; opening clears the end', async () => {
    const chat = await createChat(database, own.tenant.id);
    const snooze = (snoozedUntil?: string | null) =>
      changeChatStatus(context(), {
        chatId: chat.id,
        status: 'snoozed',
        ...(snoozedUntil !== undefined && { snoozedUntil }),
      });
    const endOf = async () =>
      (await prisma.chat.findFirstOrThrow({ where: { id: chat.id } })).snoozedUntil?.toISOString();

    expect(await snooze('2026-11-16T08:00:00+01:00')).toMatchObject({ status: 'snoozed' });
    await snooze('2026-11-17T08:00:00Z');
    const jobs = await findJobs(database, 'end-snooze', chat.id);
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toMatchObject({
      payload: { tenantId: own.tenant.id, chatId: chat.id },
      runAt: new Date('2026-11-17T08:00:00Z'),
    });
    await snooze();
    expect(await endOf()).toBe('2026-11-17T08:00:00.000Z');
    expect(await prisma.event.count({ where: { chatId: chat.id } })).toBe(2);
    await snooze(null);
    expect(await endOf()).toBeUndefined();
    await snooze('2026-11-18T08:00:00Z');
    await changeChatStatus(context(), { chatId: chat.id, status: 'open' });
    expect(await endOf()).toBeUndefined();
  });

  test('400 on snoozedUntil in the past or without the status snoozed; nothing changes', async () => {
    const chat = await createChat(database, own.tenant.id);
    const change = (values: object) => changeChatStatus(context(), { chatId: chat.id, ...values });
    await expect(change({ status: 'snoozed', snoozedUntil: startTime })).rejects.toMatchObject(
      validationErrors({ snoozedUntil: 'too_small' }),
    );
    for (const status of ['open', 'closed', undefined]) {
      await expect(
        change({ ...(status && { status }), snoozedUntil: '2026-12-01T00:00:00Z' }),
      ).rejects.toMatchObject(validationErrors({ snoozedUntil: 'unrecognized_keys' }));
    }
    expect(await change({ status: 'closed', snoozedUntil: null })).toMatchObject({ status: 'closed' });
  });

  test('with triggerAutomations runs the active automations for this change and channel, and no other', async () => {
    const tenantId = own.tenant.id;
    const chat = await createChat(database, tenantId);
    const otherChannel = await createChannel(database, tenantId);
    const closed = { triggerType: 'chat_closed' } as const;
    const onChannel = await createAutomation(database, tenantId, {
      ...closed,
      triggerChannelId: chat.channelId,
    });
    const onEvery = await createAutomation(database, tenantId, closed);
    await createAutomation(database, tenantId, { ...closed, triggerChannelId: otherChannel.id });
    await createAutomation(database, tenantId, { ...closed, status: 'inactive' });
    await createAutomation(database, tenantId, { triggerType: 'chat_opened' });
    await createAutomation(database, other.tenant.id, closed);

    await changeChatStatus(context(), { chatId: chat.id, status: 'closed', triggerAutomations: true });

    const runs = await prisma.automationRun.findMany({ where: { chatId: chat.id } });
    expect(runs.map(({ automationId }) => automationId).sort()).toEqual([onChannel.id, onEvery.id].sort());
    for (const run of runs) {
      expect(run).toMatchObject({
        status: 'scheduled',
        contactId: chat.contactId,
        scheduledAt: new Date(startTime),
        cutReason: null,
      });
      expect(run.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
      expect(await findJobs(database, 'run-automation', run.id)).toHaveLength(1);
    }
  });

  test('triggers automations only on request, and none for a snooze', async () => {
    const chat = await createChat(database, own.tenant.id);
    await createAutomation(database, own.tenant.id, { triggerType: 'chat_closed' });
    await changeChatStatus(context(), { chatId: chat.id, status: 'closed' });
    await changeChatStatus(context(), {
      chatId: chat.id,
      status: 'snoozed',
      triggerAutomations: true,
    });
    expect(await prisma.automationRun.count({ where: { chatId: chat.id } })).toBe(0);
  });

  test('404 for an unknown, a malformed and another tenant’s chat, which does not change', async () => {
    for (const chatId of [newId(), other.chat.id, ...unknownIds]) {
      await expect(changeChatStatus(context(), { chatId, status: 'closed' })).rejects.toMatchObject(
        refusal('chat_not_found'),
      );
    }
    const untouched = await prisma.chat.findFirstOrThrow({ where: { id: other.chat.id } });
    expect(untouched.status).toBe('open');
  });

  test('of ten concurrent requests to close it, one takes effect and records one event', async () => {
    const chat = await createChat(database, own.tenant.id);
    const close = () => changeChatStatus(context(), { chatId: chat.id, status: 'closed' });
    const records = await Promise.all(Array.from({ length: 10 }, close));
    expect(records.every(({ status }) => status === 'closed')).toBe(true);
    expect(await prisma.event.count({ where: { chatId: chat.id } })).toBe(1);
  });
});
