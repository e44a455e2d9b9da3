import { describe, expect, test } from '@jest/globals';
import type { AutomationRun, Prisma } from '@parley/database';
import {
  addContactLabels,
  changeChatStatus,
  deleteAutomation,
  endSnooze,
  runsPerEvent,
} from '../../src/index.js';
import { type AutomationValues, createAutomation, createContact, createLabel } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createRunView, prepareRun } from './prepare-run.js';

const worlds = useWorlds();
const { database, prisma, tenantId } = worlds;

/** Creates automations for one test, and deletes them after it, since every one of them listens to the same tenant. */
async function withAutomations<Result>(
  values: readonly AutomationValues[],
  work: (ids: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const ids: string[] = [];
  for (const each of values) ids.push((await createAutomation(database, tenantId(), each)).id);
  try {
    return await work(ids);
  } finally {
    for (const id of ids) await deleteAutomation(worlds.context(), id);
  }
}

function findRuns(where: Prisma.AutomationRunWhereInput): Promise<AutomationRun[]> {
  return prisma.automationRun.findMany({
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** Executes all scheduled runs, several at a time, until none is left. */
async function workOff(ids: readonly string[], atOnce = 1): Promise<void> {
  const context = worlds.context();
  const where: Prisma.AutomationRunWhereInput = { automationId: { in: [...ids] }, status: 'scheduled' };
  for (let due = await findRuns(where); due.length > 0; due = await findRuns(where)) {
    for (let start = 0; start < due.length; start += atOnce) {
      const batch = due.slice(start, start + atOnce);
      await Promise.all(batch.map(({ id }) => createRunView(worlds, { runId: id, context }).work()));
    }
  }
}

const countBy = (runs: readonly AutomationRun[], reason: string | null) =>
  runs.filter(({ cutReason }) => cutReason === reason).length;

describe('a loop of automations', () => {
  const steps = (status: string) => [{ type: 'set_chat_status', status }];
  const pingPong: readonly AutomationValues[] = [
    { triggerType: 'chat_closed', steps: steps('open') },
    { triggerType: 'chat_opened', steps: steps('closed') },
  ];

  test('ends when an automation would start again for the contact; the run fails with automation_loop', () =>
    withAutomations(pingPong, async (ids) => {
      const { chatId } = await prepareRun(worlds, []);
      await changeChatStatus(worlds.context(), { chatId, status: 'closed', triggerAutomations: true });
      await workOff(ids);
      const runs = await findRuns({ automationId: { in: [...ids] } });
      const allowed = runs.filter(({ cutReason }) => cutReason === null);
      expect(allowed.map(({ automationId }) => automationId).sort()).toEqual([...ids].sort());
      expect(allowed.every(({ status }) => status === 'completed')).toBe(true);
      expect(runs.filter(({ cutReason }) => cutReason !== null)).toMatchObject([
        { automationId: ids[0], status: 'failed', error: { code: 'automation_loop' } },
      ]);
      expect(new Set(runs.map(({ chainId }) => chainId)).size).toBe(1);
    }));

  test('counts the run that no event has started as the first of its chain', () =>
    withAutomations([{ triggerType: 'chat_opened', steps: steps('closed') }], async (ids) => {
      const first = await prepareRun(worlds, [{ type: 'set_chat_status', status: 'closed' }], {
        triggerType: 'chat_closed',
      });
      await first.work();
      const [again] = await findRuns({ automationId: first.automationId, chainId: first.runId });
      expect(again).toMatchObject({ cutReason: 'automation_loop' });
      await deleteAutomation(worlds.context(), first.automationId);
      expect(await findRuns({ automationId: { in: [...ids] } })).toEqual([]);
    }));

  test('through the end of a snooze is the same chain', () =>
    withAutomations(
      [
        {
          triggerType: 'chat_opened',
          steps: [{ type: 'set_chat_status', status: 'snoozed', snoozeSeconds: 1 }],
        },
      ],
      async (ids) => {
        const { chatId, context } = await prepareRun(worlds, []);
        await changeChatStatus(context, { chatId, status: 'closed' });
        await changeChatStatus(context, { chatId, status: 'open', triggerAutomations: true });
        await workOff(ids);
        context.clock.advance(1_001);
        expect(await endSnooze(context, chatId)).toBe(true);
        const runs = await findRuns({ automationId: { in: [...ids] } });
        expect(runs).toHaveLength(2);
        expect(countBy(runs, 'automation_loop')).toBe(1);
      },
    ));

  test('in one chain does not stop the next event', () =>
    withAutomations(pingPong, async (ids) => {
      const { chatId } = await prepareRun(worlds, []);
      for (const round of [1, 2]) {
        await changeChatStatus(worlds.context(), { chatId, status: 'open' });
        await changeChatStatus(worlds.context(), { chatId, status: 'closed', triggerAutomations: true });
        await workOff(ids);
        expect(countBy(await findRuns({ automationId: { in: [...ids] } }), null)).toBe(2 * round);
      }
    }));
});

describe('the budget of an event', () => {
  test('is exact when branches without a common lock run at the same time', async () => {
    const [root, leaf] = await Promise.all([
      createLabel(database, tenantId()),
      createLabel(database, tenantId()),
    ]);
    const onLabel = (label: { id: string }) =>
      ({ triggerType: 'label_added', triggerParameters: { labelId: label.id } }) as const;
    const branches: AutomationValues[] = [
      { ...onLabel(root), steps: [{ type: 'add_label', labelId: leaf.id }] },
      { ...onLabel(root), steps: [{ type: 'assign', assignedTeamId: 'team-1' }] },
    ];
    const leaves: AutomationValues[] = [
      ...Array<AutomationValues>(80).fill({ ...onLabel(leaf), steps: [] }),
      ...Array<AutomationValues>(80).fill({ triggerType: 'chat_assigned', steps: [] }),
    ];
    await withAutomations([...branches, ...leaves], async (ids) => {
      for (let round = 0; round < 3; round += 1) {
        const { contactId } = await prepareRun(worlds, []);
        await addContactLabels(worlds.context(), { contactId, labelIds: [root.id] });
        await workOff(ids, 10);
        const runs = await findRuns({ automationId: { in: [...ids] }, contactId });
        expect(countBy(runs, null)).toBe(runsPerEvent);
        expect(countBy(runs, 'event_budget_exhausted')).toBe(162 - runsPerEvent);
        const cut = runs.filter(({ cutReason }) => cutReason !== null);
        expect(cut.every(({ status }) => status === 'failed')).toBe(true);
        expect(cut[0]).toMatchObject({ error: { code: 'event_budget_exhausted' } });
      }
    });
  });

  test('bounds the runs that one event starts directly, by the number that the operator has set', async () => {
    const label = await createLabel(database, tenantId());
    const listening: AutomationValues = {
      triggerType: 'label_added',
      triggerParameters: { labelId: label.id },
    };
    const update = (limitOverrides: Prisma.InputJsonObject) =>
      prisma.tenant.update({ where: { id: tenantId() }, data: { limitOverrides } });
    await update({ runsPerEvent: 3 });
    await withAutomations(Array(5).fill(listening), async (ids) => {
      const { id: contactId } = await createContact(database, tenantId());
      await addContactLabels(worlds.context(), { contactId, labelIds: [label.id] });
      const runs = await findRuns({ automationId: { in: [...ids] } });
      expect(countBy(runs, null)).toBe(3);
      expect(countBy(runs, 'event_budget_exhausted')).toBe(2);
    });
    await update({});
  });

  test.each([9_999_999_999, 1e30, 'many', null])(
    'of %p in the database does not make the statement fail',
    async (override) => {
      const update = (limitOverrides: Prisma.InputJsonObject) =>
        prisma.tenant.update({ where: { id: tenantId() }, data: { limitOverrides } });
      const label = await createLabel(database, tenantId());
      const triggerParameters = { labelId: label.id };
      await update({ runsPerEvent: override });
      await withAutomations([{ triggerType: 'label_added', triggerParameters }], async (ids) => {
        const { id: contactId } = await createContact(database, tenantId());
        await addContactLabels(worlds.context(), { contactId, labelIds: [label.id] });
        expect(countBy(await findRuns({ automationId: { in: [...ids] } }), null)).toBe(1);
      });
      await update({});
    },
  );
});
