import { describe, expect, test } from '@jest/globals';
import {
  type AutomationStep,
  changeChatStatus,
  contacts,
  deleteChannel,
  getById,
  newId,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import {
  createAttribute,
  createAutomation,
  createChannel,
  createChat,
  createLabel,
  putLabelOnContact,
} from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { always, createRunView, type PreparedRun, performIn, prepareRun } from './prepare-run.js';

const worlds = useWorlds();
const { database, prisma, own, tenantId } = worlds;

const perform = performIn(worlds);

function eventTypesOf(contactId: string) {
  return prisma.event
    .findMany({ where: { contactId }, orderBy: { id: 'asc' } })
    .then((events) => events.map(({ type }) => type));
}

describe('add_label and remove_label', () => {
  test('add and remove the label, emit the event, and trigger automations in the chain of the run', async () => {
    const label = await createLabel(database, tenantId());
    const waiting = await createAutomation(database, tenantId(), { triggerType: 'label_added' });
    const { contactId, runId, report } = await perform({ type: 'add_label', labelId: label.id });
    expect(report).toEqual({ outcome: 'completed' });
    const labelsNow = async () => (await getById(worlds.context(), contacts, contactId)).labels;
    expect(await labelsNow()).toMatchObject([{ id: label.id }]);
    expect(await eventTypesOf(contactId)).toEqual(['contact.updated']);
    const runs = await prisma.automationRun.findMany({ where: { automationId: waiting.id } });
    expect(runs).toMatchObject([{ contactId, chainId: runId, status: 'scheduled' }]);
    await prisma.automation.update({
      where: { tenantId_id: { tenantId: tenantId(), id: waiting.id } },
      data: { status: 'inactive' },
    });

    const off = await prepareRun(worlds, [
      { type: 'remove_label', labelId: label.id },
      { type: 'remove_label', labelId: label.id },
    ]);
    await putLabelOnContact(database, tenantId(), { contactId: off.contactId, labelId: label.id });
    expect(await off.work()).toEqual({ outcome: 'completed' });
    expect((await getById(worlds.context(), contacts, off.contactId)).labels).toEqual([]);
    expect(await eventTypesOf(off.contactId)).toEqual(['contact.updated']);
  });

  test('fails the run when the label was deleted', async () => {
    const { read } = await perform({ type: 'add_label', labelId: newId() });
    expect((await read()).error).toMatchObject({ code: 'label_not_found' });
  });
});

describe('set_attribute', () => {
  test('sets the value, in the form of its type', async () => {
    const attribute = await createAttribute(database, tenantId(), { type: 'number' });
    const step = { type: 'set_attribute', externalId: attribute.externalId } as const;
    const { contactId } = await perform({ ...step, value: '42' }, { ...step, value: '42' });
    const { attributes } = await getById(worlds.context(), contacts, contactId);
    expect(attributes).toMatchObject([{ externalId: attribute.externalId, value: '42' }]);
    expect(await eventTypesOf(contactId)).toEqual(['contact.updated']);

    const unfit = await perform({ ...step, value: '{{code}}' });
    expect((await unfit.read()).error).toMatchObject({ code: 'invalid_attribute_value' });
    const gone = await perform({ type: 'set_attribute', externalId: 'gone', value: 'x' });
    expect((await gone.read()).error).toMatchObject({ code: 'attribute_not_found' });
    const empty = await perform(always, { ...step, value: '{{unknown}}' });
    expect((await empty.read()).error).toMatchObject({ code: 'missing_variable' });
  });
});

describe('assign and set_chat_status', () => {
  test('change the chat, emit the event, and trigger automations', async () => {
    const assigned = await createAutomation(database, tenantId(), { triggerType: 'chat_assigned' });
    const closed = await createAutomation(database, tenantId(), { triggerType: 'chat_closed' });
    const { chatId, contactId, runId } = await perform(
      { type: 'assign', assignedUserId: 'user-7' },
      { type: 'assign', assignedTeamId: 'team-1' },
      { type: 'assign', assignedTeamId: 'team-1', assignedUserId: null },
      { type: 'set_chat_status', status: 'closed' },
    );
    const chat = await prisma.chat.findFirstOrThrow({ where: { id: chatId } });
    expect(chat).toMatchObject({ status: 'closed', assignedUserId: null, assignedTeamId: 'team-1' });
    expect(await eventTypesOf(contactId)).toEqual(Array(4).fill('chat.updated'));
    const runsOf = (automationId: string) =>
      prisma.automationRun.findMany({
        where: { automationId },
        orderBy: { cutReason: { sort: 'asc', nulls: 'first' } },
      });
    const allowed = { chainId: runId, chatId, cutReason: null };
    const repeated = { chainId: runId, chatId, cutReason: 'automation_loop' };
    expect(await runsOf(assigned.id)).toMatchObject([allowed, repeated]);
    expect(await runsOf(closed.id)).toMatchObject([{ ...allowed, contactId }]);
  });

  test('assign takes a user and a team of the workspace, and chooses by a strategy', async () => {
    const named = await perform({ type: 'assign', userId: own.user.id });
    const read = (id: string) => prisma.chat.findFirstOrThrow({ where: { id } });
    expect(await read(named.chatId)).toMatchObject({ assignedUserId: own.user.id, assignedTeamId: null });
    const chosen = await perform({ type: 'assign', teamId: own.team.id, strategy: 'least_busy' });
    expect(await read(chosen.chatId)).toMatchObject({
      assignedUserId: own.user.id,
      assignedTeamId: own.team.id,
    });
  });

  test.each([
    ['user_not_found', { userId: newId() }],
    ['team_not_found', { teamId: newId(), strategy: 'round_robin' }],
  ] as const)('assign fails the run with %s when it was deleted', async (code, named) => {
    const { read } = await perform({ type: 'assign', ...named });
    expect((await read()).error).toMatchObject({ code });
  });

  test('snoozes for the given time and schedules the end', async () => {
    const { chatId, context } = await perform({
      type: 'set_chat_status',
      status: 'snoozed',
      snoozeSeconds: 60,
    });
    const chat = await prisma.chat.findFirstOrThrow({ where: { id: chatId } });
    const until = new Date(context.now().getTime() + 60_000);
    expect(chat).toMatchObject({ status: 'snoozed', snoozedUntil: until });
    expect(await findJobs(database, 'end-snooze', chatId)).toMatchObject([{ runAt: until }]);
  });

  test('fails the run of a contact without a chat', async () => {
    const channel = await createChannel(database, tenantId(), { type: 'sms' });
    const run = await prepareRun(worlds, [{ type: 'assign', assignedUserId: 'user-7' }], {
      triggerChannelId: channel.id,
    });
    expect(await run.work()).toEqual({ outcome: 'failed' });
    expect((await run.read()).error).toMatchObject({ code: 'chat_not_found' });
  });
});

describe('condition', () => {
  const send = (text: string): AutomationStep => ({ type: 'send_message', text });

  test('continues when it is met; otherwise skips the given number of steps, or all', async () => {
    const met = { type: 'condition', field: 'lastName', operator: 'is_set' } as const;
    const unmet = { type: 'condition', field: 'email', operator: 'is_set' } as const;
    const { texts, log, read } = await perform(
      met,
      send('1'),
      { ...unmet, skip: 1 },
      send('2'),
      send('3'),
      unmet,
      send('4'),
    );
    expect(await texts()).toEqual(['1', '3']);
    expect((await log()).map(({ position }) => position)).toEqual([0, 1, 2, 4, 5]);
    expect(await read()).toMatchObject({ status: 'completed', position: 7 });
  });

  test.each([
    ['firstName', 'equals', 'ada', true],
    ['firstName', 'equals', 'grace', false],
    ['firstName', 'not_equals', 'Grace', true],
    ['lastName', 'contains', 'BERG', true],
    ['lastName', 'is_not_set', undefined, false],
    ['email', 'is_not_set', undefined, true],
    ['email', 'not_equals', 'x', true],
    ['phoneNumber', 'contains', '+49', true],
    ['isSubscribed', 'equals', 'true', true],
    ['labels', 'contains', 'vip', true],
    ['labels', 'contains', 'vi', false],
    ['labels', 'not_equals', 'VIP', false],
    ['labels', 'is_set', undefined, true],
    ['attributes.unknown', 'is_set', undefined, false],
  ] as const)('%s %s %s is %s', async (field, operator, value, expected) => {
    const label =
      (await prisma.label.findFirst({ where: { tenantId: tenantId(), name: 'VIP' } })) ??
      (await createLabel(database, tenantId(), { name: 'VIP' }));
    const condition = { type: 'condition', field, operator, ...(value && { value }) } as const;
    const run = await prepareRun(worlds, [condition, send('met')]);
    await putLabelOnContact(database, tenantId(), { contactId: run.contactId, labelId: label.id });
    await run.work();
    expect(await run.texts()).toEqual(expected ? ['met'] : []);
  });
});

describe('a run whose channel is deleted', () => {
  test('fails when it was triggered there; nothing is sent to the contact’s chat on another channel', async () => {
    const context = worlds.context();
    const { id: channelId } = await createChannel(database, tenantId(), { type: 'sms' });
    const chat = await createChat(database, tenantId(), { channelId, status: 'closed' });
    const { contactId, handleId } = chat;
    await createChat(database, tenantId(), { contactId, handleId });
    const automation = await createAutomation(database, tenantId(), { triggerType: 'chat_opened' });
    await changeChatStatus(context, { chatId: chat.id, status: 'open', triggerAutomations: true });
    await deleteChannel(context, channelId);
    const where = { automationId: automation.id };
    const { id: runId } = await prisma.automationRun.findFirstOrThrow({ where });
    await expectUnreachable(createRunView(worlds, { runId, context }));
  });

  test('fails when it has sent a message there', async () => {
    const [step, pause] = [
      { type: 'send_message', text: 'Hi' },
      { type: 'wait', seconds: 60 },
    ] as const;
    const run = await prepareRun(worlds, [step, pause, step]);
    await run.work();
    await deleteChannel(run.context, run.channelId);
    run.context.clock.advance(60_000);
    await expectUnreachable(run);
  });

  async function expectUnreachable(run: Pick<PreparedRun, 'work' | 'read' | 'texts'>): Promise<void> {
    expect(await run.work()).toEqual({ outcome: 'failed' });
    expect((await run.read()).error).toMatchObject({ code: 'contact_unreachable' });
    expect(await run.texts()).toEqual([]);
  }
});
