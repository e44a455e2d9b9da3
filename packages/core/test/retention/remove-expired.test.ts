import { describe, expect, test } from '@jest/globals';
import { type AutomationRunStatus, firstIdAt } from '@parley/database';
import { newId, removeExpired } from '../../src/index.js';
import { setRetention } from '../../src/tenants/administer-retention.js';
import {
  createAutomation,
  createChat,
  createContact,
  createMessage,
  createNote,
  createTenant,
} from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database, prisma, sizes } = useWorlds({ retentionBatch: 5 });

const day = 24 * 60 * 60 * 1_000;
const start = new Date();
/** The records are created now, and maintenance runs on a later day. */
const after = (days: number) => new Date(start.getTime() + days * day);
const remove = (days: number) => removeExpired(database, after(days), sizes);

async function createRuns(tenantId: string, states: readonly [AutomationRunStatus, Date | null][]) {
  const automation = await createAutomation(database, tenantId);
  const { id: contactId } = await createContact(database, tenantId);
  const data = states.map(([status, finishedAt]) => ({
    tenantId,
    id: newId(),
    automationId: automation.id,
    automationVersionId: automation.latestVersionId ?? '',
    contactId,
    status,
    scheduledAt: start,
    finishedAt,
  }));
  await prisma.automationRun.createMany({ data });
  await prisma.automationRunStep.createMany({
    data: data.map(({ id: runId }) => ({
      tenantId,
      runId,
      number: 1,
      position: 0,
      type: 'wait',
      startedAt: start,
    })),
  });
  return data.map(({ id }) => id);
}

describe('automation runs', () => {
  test('are removed with their steps 90 days after their end; a run that has not ended is kept', async () => {
    const { id: tenantId } = await createTenant(database);
    const [old, young, waiting] = await createRuns(tenantId, [
      ['completed', after(10)],
      ['failed', after(11)],
      ['scheduled', null],
    ]);
    await remove(100.5);
    const left = await prisma.automationRun.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
    expect(left.map(({ id }) => id)).toEqual([young, waiting].sort());
    expect(await prisma.automationRunStep.count({ where: { tenantId, runId: old ?? '' } })).toBe(0);
    expect(await prisma.automationRunStep.count({ where: { tenantId } })).toBe(2);
  });

  test('of a tenant with a number of its own are removed after that number of days', async () => {
    const [brief, endless] = [await createTenant(database), await createTenant(database)];
    await setRetention(database, { tenant: brief.id, kind: 'automationRuns', days: 2 });
    await setRetention(database, { tenant: endless.id, kind: 'automationRuns', days: null });
    for (const { id } of [brief, endless]) await createRuns(id, [['completed', start]]);
    await remove(3);
    expect(await prisma.automationRun.count({ where: { tenantId: brief.id } })).toBe(0);
    await remove(10_000);
    expect(await prisma.automationRun.count({ where: { tenantId: endless.id } })).toBe(1);
  });

  test('are removed in several batches of one call; a locked run is left for the next call', async () => {
    const { pool } = database;
    const { id: tenantId } = await createTenant(database);
    await createRuns(
      tenantId,
      Array.from({ length: 12 }, () => ['canceled', start]),
    );
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from automation_runs where tenant_id = $1 order by id limit 1 for update', [
        tenantId,
      ]);
      expect(await remove(91)).toMatchObject({ automationRuns: 11 });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await remove(91);
    expect(await prisma.automationRun.count({ where: { tenantId } })).toBe(0);
  });
});

describe('messages', () => {
  test('are kept by default', async () => {
    const { id: tenantId } = await createTenant(database);
    await createMessage(database, await createChat(database, tenantId));
    await remove(10_000);
    expect(await prisma.message.count({ where: { tenantId } })).toBe(1);
  });

  test('are removed after the set number of days, except those that are not sent yet; the chat then has no latest message', async () => {
    const { id: tenantId } = await createTenant(database);
    await setRetention(database, { tenant: tenantId, kind: 'messages', days: 365 });
    const ended = await createChat(database, tenantId);
    await createMessage(database, ended);
    await createMessage(database, ended);
    const sending = await createChat(database, tenantId);
    const scheduled = await createMessage(database, sending, { sender: 'outbound', status: 'scheduled' });
    const pending = await createMessage(database, sending, { sender: 'outbound', status: 'pending' });
    await remove(364);
    expect(await prisma.message.count({ where: { tenantId } })).toBe(4);
    await remove(366);
    const latest = async (id: string) =>
      (await prisma.chat.findFirstOrThrow({ where: { tenantId, id } })).latestMessageId;
    const kept = await prisma.message.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
    expect(kept.map(({ id }) => id)).toEqual([scheduled.id, pending.id]);
    expect([await latest(ended.id), await latest(sending.id)]).toEqual([null, pending.id]);
  });

  test('and notes are kept for the same time', async () => {
    const { id: tenantId } = await createTenant(database);
    await setRetention(database, { tenant: tenantId, kind: 'messages', days: 365 });
    const chat = await createChat(database, tenantId);
    await createNote(database, chat);
    const later = await createNote(database, chat, { id: firstIdAt(after(300)), createdAt: after(300) });
    await remove(366);
    const left = await prisma.chatNote.findMany({ where: { tenantId } });
    expect(left.map(({ id }) => id)).toEqual([later.id]);
  });

  test('that were scheduled are as old as the time at which they were sent; canceled ones are as old as their record', async () => {
    const { id: tenantId } = await createTenant(database);
    await setRetention(database, { tenant: tenantId, kind: 'messages', days: 365 });
    const chat = await createChat(database, tenantId);
    const scheduled = { sender: 'outbound', timestamp: after(300), scheduledAt: after(300) } as const;
    const sent = await createMessage(database, chat, { ...scheduled, status: 'sent' });
    await createMessage(database, chat, { ...scheduled, status: 'canceled' });
    const left = async () => {
      const rows = await prisma.message.findMany({ where: { tenantId } });
      return rows.map(({ id }) => id);
    };
    await remove(366);
    expect(await left()).toEqual([sent.id]);
    await remove(664);
    expect(await left()).toEqual([sent.id]);
    await remove(666);
    expect(await left()).toEqual([]);
  });
});

describe('dead jobs', () => {
  test('are removed after the number of days that is set for all tenants', async () => {
    const dead = { task: 'deliver', payload: {}, error: 'x', attempts: 1, createdAt: start };
    await prisma.deadJob.create({ data: { id: 1n, ...dead, diedAt: start } });
    await setRetention(database, { kind: 'deadJobs', days: 40 });
    await remove(39);
    expect(await prisma.deadJob.count()).toBe(1);
    await setRetention(database, { kind: 'deadJobs', days: undefined });
    await remove(31);
    expect(await prisma.deadJob.count()).toBe(0);
  });
});
