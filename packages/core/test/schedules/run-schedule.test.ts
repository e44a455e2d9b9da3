import { describe, expect, test } from '@jest/globals';
import {
  abandonSchedule,
  automationDetails,
  createAutomation,
  deactivateAutomation,
  getById,
  publishAutomation,
  runSchedule,
  updateAutomation,
  updateWorkspace,
} from '../../src/index.js';
import { failOnSecondCall } from '../fail-on-second-call.js';
import { findJobs } from '../find-jobs.js';
import { validationErrors } from '../refusals.js';
import { createContext, type TestContext } from '../test-context.js';
import { createContact, createSegment, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';

const audienceBatch = 5;
const worlds = useWorlds({ audienceBatch });
const { database, prisma } = worlds;

// It is Saturday, 14 November 2026, 10:30 in Berlin.
const daily = {
  type: 'schedule',
  rule: 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0',
  timeZone: 'Europe/Berlin',
  audienceQuery: 'eq(firstName,"Person")',
} as const;
const first = '2026-11-15T08:00:00.000Z';

async function prepare(trigger: object = {}, people = 3) {
  const { id: tenantId } = await createTenant(database);
  const context = { ...createContext(database, tenantId), sizes: worlds.sizes };
  await addPeople(context, people);
  const steps = [{ type: 'wait', seconds: 60 }] as const;
  const created = await createAutomation(context, {
    name: 'Daily',
    trigger: { ...daily, ...trigger },
    steps,
  });
  const automation = await publishAutomation(context, created.id);
  return {
    context,
    id: automation.id,
    automation,
    read: async () => (await getById(context, automationDetails, automation.id)).occurrences,
    runs: () => prisma.automationRun.findMany({ where: { tenantId } }),
    jobs: async () =>
      (await findJobs(database, 'run-schedule', automation.id)).map(({ runAt }) => runAt.toISOString()),
  };
}

async function addPeople(context: TestContext, count: number): Promise<void> {
  await database.pool.query(
    `insert into contacts (tenant_id, id, first_name, created_at, updated_at)
     select $1, gen_random_uuid(), 'Person', $3, $3 from generate_series(1, $2)`,
    [context.tenantId, count, context.now()],
  );
}

/** Runs the job until nothing is due; returns the number of runs that were started. */
async function runDue({ context, id }: Awaited<ReturnType<typeof prepare>>): Promise<number> {
  await runSchedule(context, id);
  let runs = 0;
  for (let batch = await runSchedule(context, id); batch; batch = await runSchedule(context, id))
    runs += batch.runs;
  return runs;
}

describe('a schedule', () => {
  test('starts a run for every contact of its audience at its local time, and plans the next occurrence', async () => {
    const prepared = await prepare();
    const { context, automation } = prepared;
    expect(automation.occurrences).toEqual({
      nextOccurrenceAt: first,
      lastOccurrenceAt: null,
      failureReason: null,
    });
    expect(await prepared.jobs()).toEqual([first]);
    expect(await runDue(prepared)).toBe(0);
    context.clock.set(first);
    expect(await runDue(prepared)).toBe(3);
    const runs = await prepared.runs();
    expect(new Set(runs.map(({ contactId }) => contactId)).size).toBe(3);
    expect(runs[0]).toMatchObject({
      automationVersionId: automation.activeVersionId,
      status: 'scheduled',
      chainId: null,
      scheduledAt: new Date(first),
    });
    for (const { id } of runs) expect(await findJobs(database, 'run-automation', id)).toHaveLength(1);
    expect(await runDue(prepared)).toBe(0);
    const next = '2026-11-16T08:00:00.000Z';
    expect(await prepared.read()).toEqual({
      nextOccurrenceAt: next,
      lastOccurrenceAt: first,
      failureReason: null,
    });
    expect(await prepared.jobs()).toEqual([next]);
  });

  test.each([
    ['Europe/Berlin', '2027-03-27T12:00:00.000Z', '2027-03-28T07:00:00.000Z'],
    ['America/New_York', '2027-11-06T20:00:00.000Z', '2027-11-07T14:00:00.000Z'],
  ])('keeps its local time when the clock of %s changes', async (timeZone, at, expected) => {
    const prepared = await prepare({ timeZone });
    prepared.context.clock.set(at);
    await runDue(prepared);
    expect((await prepared.read())?.nextOccurrenceAt).toBe(expected);
  });

  test('makes up once for occurrences that were missed while no worker ran', async () => {
    const prepared = await prepare();
    prepared.context.clock.set('2026-11-20T12:00:00.000Z');
    expect(await runDue(prepared)).toBe(3);
    expect(await prepared.read()).toMatchObject({ nextOccurrenceAt: '2026-11-21T08:00:00.000Z' });
    expect(await prepared.runs()).toHaveLength(3);
  });

  test('comes in batches; one that is interrupted is repeated, and nobody gets two runs or none', async () => {
    const prepared = await prepare({}, audienceBatch + 5);
    const { context, id } = prepared;
    context.clock.set(first);
    await runSchedule(context, id);
    expect(await runSchedule(context, id)).toEqual({ runs: audienceBatch, isComplete: false });
    const killed = { ...context, now: failOnSecondCall(context.now) };
    await expect(runSchedule(killed, id)).rejects.toThrow('killed');
    expect(await prepared.runs()).toHaveLength(audienceBatch);
    await Promise.all([runSchedule(context, id), runSchedule(context, id), runSchedule(context, id)]);
    await runDue(prepared);
    const runs = await prepared.runs();
    expect(runs).toHaveLength(audienceBatch + 5);
    expect(new Set(runs.map(({ contactId }) => contactId)).size).toBe(audienceBatch + 5);
  });

  test('starts once, however many workers start it at the same time', async () => {
    const prepared = await prepare();
    const { context, id } = prepared;
    context.clock.set(first);
    for (let round = 0; round < 4; round += 1)
      await Promise.all(Array.from({ length: 4 }, () => runSchedule(context, id)));
    expect(await prepared.runs()).toHaveLength(3);
  });

  test('leaves out contacts that were created after the occurrence has started', async () => {
    const prepared = await prepare();
    const { context, id } = prepared;
    context.clock.set(first);
    await runSchedule(context, id);
    context.clock.advance(1);
    await addPeople(context, 1);
    expect(await runSchedule(context, id)).toEqual({ runs: 3, isComplete: true });
  });

  test('uses the expression that its segment has when the occurrence starts', async () => {
    const { id: tenantId } = await createTenant(database);
    const context = createContext(database, tenantId);
    const segment = await createSegment(database, tenantId, { query: 'eq(firstName,"Nobody")' });
    const trigger = { ...daily, audienceQuery: null, segmentId: segment.id };
    const steps = [{ type: 'wait', seconds: 60 }] as const;
    const { id } = await createAutomation(context, { name: 'Daily', trigger, steps });
    await publishAutomation(context, id);
    await addPeople(context, 2);
    const data = { query: 'eq(firstName,"Person")' };
    await prisma.segment.updateMany({ where: { id: segment.id }, data });
    context.clock.set(first);
    await runSchedule(context, id);
    expect(await runSchedule(context, id)).toEqual({ runs: 2, isComplete: true });
  });

  test('goes on after an occurrence whose audience is too large or no longer valid, which starts nothing', async () => {
    const prepared = await prepare();
    const { context } = prepared;
    const where = { id: context.tenantId };
    const data = { limitOverrides: { audienceContacts: 2 } };
    await prisma.tenant.update({ where, data });
    context.clock.set(first);
    expect(await runDue(prepared)).toBe(0);
    expect(await prepared.read()).toMatchObject({ failureReason: { code: 'audience_too_large' } });
    await prisma.tenant.update({ where, data: { limitOverrides: {} } });
    await prisma.automationVersion.updateMany({
      where: { automationId: prepared.id },
      data: { triggerParameters: { ...daily, audienceQuery: 'eq(attributes.gone,"1")' } },
    });
    context.clock.set('2026-11-16T08:00:00.000Z');
    expect(await runDue(prepared)).toBe(0);
    expect(await prepared.read()).toMatchObject({
      failureReason: { code: 'audience_invalid' },
      nextOccurrenceAt: '2026-11-17T08:00:00.000Z',
    });
  });

  test('ends when its audience becomes invalid between two batches', async () => {
    const prepared = await prepare({}, audienceBatch + 1);
    const { context, id } = prepared;
    context.clock.set(first);
    await runSchedule(context, id);
    await runSchedule(context, id);
    await prisma.automation.updateMany({
      where: { id },
      data: { occurrenceQuery: 'eq(attributes.gone,"1")' },
    });
    expect(await runSchedule(context, id)).toEqual({ runs: 0, isComplete: true });
    expect(await prepared.read()).toMatchObject({ failureReason: { code: 'audience_invalid' } });
  });

  test('stops when the automation is deactivated, also between two batches', async () => {
    const prepared = await prepare({}, audienceBatch + 1);
    const { context, id } = prepared;
    context.clock.set(first);
    await runSchedule(context, id);
    await runSchedule(context, id);
    await deactivateAutomation(context, id);
    expect(await runSchedule(context, id)).toBeNull();
    expect(await prepared.runs()).toHaveLength(audienceBatch);
    expect(await prepared.read()).toBeNull();
  });

  test('goes on with the steps of a version that is published between two batches', async () => {
    const prepared = await prepare({}, audienceBatch + 1);
    const { context, id } = prepared;
    context.clock.set(first);
    await runSchedule(context, id);
    await runSchedule(context, id);
    await updateAutomation(context, id, { steps: [{ type: 'wait', seconds: 90 }] });
    const { activeVersionId } = await publishAutomation(context, id);
    expect(await runSchedule(context, id)).toEqual({ runs: 1, isComplete: true });
    const runs = await prepared.runs();
    expect(runs.filter((run) => run.automationVersionId === activeVersionId)).toHaveLength(1);
  });

  test('goes on when a version is published while its job waits for the automation', async () => {
    const prepared = await prepare();
    const { context, id } = prepared;
    await updateAutomation(context, id, { steps: [{ type: 'wait', seconds: 90 }] });
    context.clock.set(first);
    const publish = 'update automations set active_version_id = latest_version_id where id = $1';
    await whileHeld(database, {
      hold: (client) => client.query(publish, [id]),
      work: () => runSchedule(context, id),
    });
    expect(await prepared.read()).toMatchObject({ lastOccurrenceAt: first });
    expect(await runSchedule(context, id)).toEqual({ runs: 3, isComplete: true });
  });

  test('gets its job again when a version with the same rule is published', async () => {
    const prepared = await prepare();
    const { context, id } = prepared;
    const remove = 'delete from graphile_worker._private_jobs where key like $1';
    await database.pool.query(remove, [`run-schedule:%${id}`]);
    await updateAutomation(context, id, { steps: [{ type: 'wait', seconds: 90 }] });
    await publishAutomation(context, id);
    expect(await prepared.jobs()).toEqual([context.now().toISOString()]);
    expect(await runSchedule(context, id)).toBeNull();
    expect(await prepared.jobs()).toEqual([first]);
  });

  test('begins anew when another rule is published between two batches; the rest of the occurrence is left out', async () => {
    const prepared = await prepare({}, audienceBatch + 1);
    const { context, id } = prepared;
    context.clock.set(first);
    await runSchedule(context, id);
    await runSchedule(context, id);
    const rule = 'FREQ=DAILY;BYHOUR=12;BYMINUTE=0;BYSECOND=0';
    await updateAutomation(context, id, { trigger: { ...daily, rule } });
    const next = '2026-11-15T11:00:00.000Z';
    const { occurrences } = await publishAutomation(context, id);
    expect(occurrences).toEqual({ nextOccurrenceAt: next, lastOccurrenceAt: null, failureReason: null });
    expect(await runSchedule(context, id)).toBeNull();
    expect(await prepared.runs()).toHaveLength(audienceBatch);
    expect(await prepared.jobs()).toEqual([next]);
    context.clock.set(next);
    expect(await runDue(prepared)).toBe(audienceBatch + 1);
  });

  test('moves with the zone of the workspace, and not when it names a zone', async () => {
    const prepared = await prepare({ timeZone: 'workspace' });
    const { context, id } = prepared;
    const { nextOccurrenceAt } = { ...(await prepared.read()) };
    expect(nextOccurrenceAt).toBe('2026-11-15T09:00:00.000Z');
    await updateWorkspace(context, { timeZone: 'America/New_York' });
    expect(await prepared.jobs()).toEqual([context.now().toISOString()]);
    expect(await runSchedule(context, id)).toBeNull();
    // In New York it is 04:30.
    const moved = '2026-11-14T14:00:00.000Z';
    expect(await prepared.read()).toMatchObject({ nextOccurrenceAt: moved, lastOccurrenceAt: null });
    expect(await prepared.jobs()).toEqual([moved]);
    context.clock.set(moved);
    expect(await runDue(prepared)).toBe(3);
    expect(await prepared.jobs()).toEqual(['2026-11-15T14:00:00.000Z']);
    const named = await prepare();
    await updateWorkspace(named.context, { timeZone: 'America/New_York' });
    expect(await named.jobs()).toEqual([first]);
  });

  test('keeps its next occurrence when a worker with a clock that is behind looks at it', async () => {
    const prepared = await prepare();
    const { context, id } = prepared;
    context.clock.set(first);
    expect(await runDue(prepared)).toBe(3);
    await runSchedule({ ...context, now: () => new Date('2026-11-15T07:59:59.000Z') }, id);
    expect(await prepared.read()).toMatchObject({ nextOccurrenceAt: '2026-11-16T08:00:00.000Z' });
  });

  test('400 when its rule has ended before it is published; the automation stays a draft', async () => {
    const { id: tenantId } = await createTenant(database);
    const context = createContext(database, tenantId);
    const trigger = { ...daily, rule: `${daily.rule};UNTIL=20261115` };
    const steps = [{ type: 'wait', seconds: 60 }] as const;
    const { id } = await createAutomation(context, { name: 'Daily', trigger, steps });
    context.clock.set('2026-11-16T12:00:00.000Z');
    const ended = validationErrors({ 'trigger.schedule.rule': 'invalid_string' });
    await expect(publishAutomation(context, id)).rejects.toMatchObject(ended);
    expect((await getById(context, automationDetails, id)).status).toBe('draft');
  });

  test('is checked in its zone: a day that is over in UTC may not be over there', async () => {
    const rule = `${daily.rule};UNTIL=20261114`;
    const { automation } = await prepare({ rule, timeZone: 'America/New_York' });
    expect(automation.occurrences?.nextOccurrenceAt).toBe('2026-11-14T14:00:00.000Z');
    const ended = validationErrors({ 'trigger.schedule.rule': 'invalid_string' });
    for (const timeZone of ['UTC', 'workspace'])
      await expect(prepare({ rule, timeZone })).rejects.toMatchObject(ended);
  });

  test('waits for room in the queue, and ends with COUNT', async () => {
    const prepared = await prepare({ rule: `${daily.rule};COUNT=1` });
    const { context, id } = prepared;
    const where = { id: context.tenantId };
    await prisma.tenant.update({ where, data: { limitOverrides: { waitingJobs: 0 } } });
    context.clock.set(first);
    expect(await runSchedule(context, id)).toBeNull();
    expect(await prepared.jobs()).toEqual(['2026-11-15T08:00:05.000Z']);
    await prisma.tenant.update({ where, data: { limitOverrides: {} } });
    expect(await runDue(prepared)).toBe(3);
    expect(await prepared.read()).toMatchObject({ nextOccurrenceAt: null, lastOccurrenceAt: first });
  });

  test('that no worker could start has a reason, and is tried again after an hour', async () => {
    const prepared = await prepare();
    const { context, id } = prepared;
    context.clock.set(first);
    await abandonSchedule(context, id);
    expect(await prepared.read()).toMatchObject({ failureReason: { code: 'internal_error' } });
    expect(await prepared.jobs()).toEqual(['2026-11-15T09:00:00.000Z']);
    expect(await runDue(prepared)).toBe(3);
    await abandonSchedule(context, id);
    expect(await prepared.jobs()).toEqual(['2026-11-16T08:00:00.000Z']);
  });

  test('of another tenant is not started', async () => {
    const prepared = await prepare();
    prepared.context.clock.set(first);
    const other = worlds.otherContext();
    other.clock.set(first);
    expect(await runSchedule(other, prepared.id)).toBeNull();
    await abandonSchedule(other, prepared.id);
    expect(await prepared.read()).toMatchObject({ failureReason: null });
    await createContact(database, worlds.other.tenant.id, { firstName: 'Person' });
    expect(await runDue(prepared)).toBe(3);
  });
});
