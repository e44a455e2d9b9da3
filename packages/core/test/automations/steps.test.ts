import { describe, expect, test } from '@jest/globals';
import {
  type AutomationStep,
  changeChatStatus,
  contacts,
  deleteChannel,
  getById,
  newId,
  triggerAutomation,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createContext } from '../test-context.js';
import {
  createAttribute,
  createAutomation,
  createChannel,
  createChat,
  createContact,
  createFile,
  createLabel,
  createMessageTemplate,
  createTenant,
  putLabelOnContact,
} from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createRunView, type PreparedRun, prepareRun } from './prepare-run.js';

const worlds = useWorlds();
const tenantId = () => worlds.own.tenant.id;

/** A condition that everybody meets: nobody can say beforehand that the step behind it is reached. */
const always: AutomationStep = { type: 'condition', field: 'isSubscribed', operator: 'is_set' };

async function perform(...steps: AutomationStep[]) {
  const run = await prepareRun(worlds, steps, { variables: { code: 'A-1', firstName: 'Grace' } });
  return { ...run, report: await run.work() };
}

function eventTypesOf(contactId: string) {
  return worlds.database.prisma.event
    .findMany({ where: { contactId }, orderBy: { id: 'asc' } })
    .then((events) => events.map(({ type }) => type));
}

describe('send_message', () => {
  test('fills in variables before fields of the contact, and queues the message', async () => {
    const text = '{{firstName}} {{ lastName }}: {{code}}';
    const file = await createFile(worlds.database, tenantId());
    const attachments = [{ fileId: file.id }];
    const { report, texts, chatId, contactId, runId, read, log } = await perform({
      type: 'send_message',
      text,
      attachments,
    });
    expect(report).toEqual({ outcome: 'completed' });
    const { lastName } = await getById(worlds.context(), contacts, contactId);
    expect(await texts()).toEqual([`Grace ${lastName}: A-1`]);
    const message = await worlds.database.prisma.message.findFirstOrThrow({
      where: { automationRunId: runId },
    });
    expect(message).toMatchObject({ chatId, status: 'pending', attachments: [{ fileId: file.id }] });
    expect(await findJobs(worlds.database, 'send-message', message.id)).toHaveLength(1);
    expect(await read()).toMatchObject({
      status: 'completed',
      position: 1,
      chatId,
      error: null,
      leaseToken: null,
    });
    expect(await log()).toEqual([{ position: 0, type: 'send_message', isFinished: true, errorCode: null }]);
  });

  test('fails the run with missing_variable when a placeholder has no value, and names it; nothing is sent', async () => {
    const text = '{{firstName}} {{ straße }} {{code}} {{unknown}}';
    const run = await perform(always, { type: 'send_message', text });
    expect(run.report).toEqual({ outcome: 'failed' });
    expect(await run.read()).toMatchObject({
      status: 'failed',
      position: 1,
      error: { code: 'missing_variable', message: 'There is no value for {{straße}}, {{unknown}}.' },
    });
    expect(await run.log()).toMatchObject([{ errorCode: null }, { errorCode: 'missing_variable' }]);
    expect(await run.texts()).toEqual([]);
  });

  test('fails the run with malformed_placeholder for a text of old that has one; nothing is sent', async () => {
    const run = await perform({ type: 'send_message', text: 'Hello {{first name}}, {{code}}' });
    expect((await run.read()).error).toMatchObject({
      code: 'malformed_placeholder',
      message: expect.stringContaining('"{{first name}}"'),
    });
    expect(await run.texts()).toEqual([]);
  });

  test('creates a chat on the channel of the trigger when there is none', async () => {
    const { database } = worlds;
    const channel = await createChannel(database, tenantId(), { type: 'sms' });
    const run = await prepareRun(worlds, [{ type: 'send_message', text: 'Hi' }], {
      triggerChannelId: channel.id,
    });
    expect(await run.work()).toEqual({ outcome: 'completed' });
    const { chatId } = await run.read();
    const chat = await database.prisma.chat.findFirstOrThrow({ where: { id: chatId ?? '' } });
    expect(chat).toMatchObject({ channelId: channel.id, contactId: run.contactId });
    expect(chat.id).not.toBe(run.chatId);
  });

  test('fails the run with contact_unreachable when the channel has no way to the contact; nothing is sent', async () => {
    const channel = await createChannel(worlds.database, tenantId(), { type: 'email' });
    const run = await prepareRun(worlds, [{ type: 'send_message', text: 'Hi' }], {
      triggerChannelId: channel.id,
    });
    expect(await run.work()).toEqual({ outcome: 'failed' });
    expect(await run.read()).toMatchObject({
      status: 'failed',
      position: 0,
      error: { code: 'contact_unreachable' },
    });
    expect(await run.log()).toMatchObject([{ position: 0, errorCode: 'contact_unreachable' }]);
    expect(await run.texts()).toEqual([]);
  });

  test('fails the run when the reply window of the chat is closed', async () => {
    const channel = await createChannel(worlds.database, tenantId(), { type: 'whatsapp' });
    const run = await prepareRun(worlds, [{ type: 'send_message', text: 'Hi' }], {
      triggerChannelId: channel.id,
    });
    expect(await run.work()).toEqual({ outcome: 'failed' });
    expect((await run.read()).error).toMatchObject({ code: 'reply_window_closed' });
    const chats = await worlds.database.prisma.chat.count({ where: { channelId: channel.id } });
    expect(chats).toBe(0);
  });
});

describe('send_template', () => {
  test('renders the template with the step’s variables over those of the run, with the given file', async () => {
    const template = await createMessageTemplate(worlds.database, tenantId(), {
      body: '{{firstName}}: {{code}} {{x}}',
    });
    const file = await createFile(worlds.database, tenantId());
    const { texts, runId } = await perform({
      type: 'send_template',
      messageTemplateId: template.id,
      variables: { x: '<{{code}}>' },
      mediaFileId: file.id,
    });
    expect(await texts()).toEqual(['Grace: A-1 <A-1>']);
    const message = await worlds.database.prisma.message.findFirstOrThrow({
      where: { automationRunId: runId },
    });
    expect(message).toMatchObject({ type: 'template', messageTemplateId: template.id });
    expect(message.attachments).toMatchObject([{ fileId: file.id }]);
  });

  test('fails the run when a placeholder has no value, or the template is gone', async () => {
    const template = await createMessageTemplate(worlds.database, tenantId(), { body: '{{nobodyKnows}}' });
    const missing = await perform(always, { type: 'send_template', messageTemplateId: template.id });
    expect((await missing.read()).error).toEqual({
      code: 'missing_variable',
      message: 'There is no value for {{nobodyKnows}}.',
    });
    const variables = { nobodyKnows: 'about {{thisEither}}' };
    const within = await perform(always, {
      type: 'send_template',
      messageTemplateId: template.id,
      variables,
    });
    expect((await within.read()).error).toMatchObject({
      code: 'missing_variable',
      message: expect.stringContaining('thisEither'),
    });
    expect([...(await missing.texts()), ...(await within.texts())]).toEqual([]);
    const gone = await perform({ type: 'send_template', messageTemplateId: newId() });
    expect((await gone.read()).error).toMatchObject({ code: 'message_template_not_found' });
  });
});

describe('add_label and remove_label', () => {
  test('add and remove the label, emit the event, and trigger automations one level deeper', async () => {
    const { database } = worlds;
    const label = await createLabel(database, tenantId());
    const waiting = await createAutomation(database, tenantId(), { triggerType: 'label_added' });
    const { contactId, report } = await perform({ type: 'add_label', labelId: label.id });
    expect(report).toEqual({ outcome: 'completed' });
    const labelsNow = async () => (await getById(worlds.context(), contacts, contactId)).labels;
    expect(await labelsNow()).toMatchObject([{ id: label.id }]);
    expect(await eventTypesOf(contactId)).toEqual(['contact.updated']);
    const runs = await database.prisma.automationRun.findMany({ where: { automationId: waiting.id } });
    expect(runs).toMatchObject([{ contactId, depth: 1, status: 'scheduled' }]);
    await database.prisma.automation.update({
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

  test('fails the run when the label is gone', async () => {
    const { read } = await perform({ type: 'add_label', labelId: newId() });
    expect((await read()).error).toMatchObject({ code: 'label_not_found' });
  });
});

describe('set_attribute', () => {
  test('sets the value, in the form of its type', async () => {
    const attribute = await createAttribute(worlds.database, tenantId(), { type: 'number' });
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
    const { database } = worlds;
    const assigned = await createAutomation(database, tenantId(), { triggerType: 'chat_assigned' });
    const closed = await createAutomation(database, tenantId(), { triggerType: 'chat_closed' });
    const { chatId, contactId } = await perform(
      { type: 'assign', assignedUserId: 'user-7' },
      { type: 'assign', assignedTeamId: 'team-1' },
      { type: 'assign', assignedTeamId: 'team-1', assignedUserId: null },
      { type: 'set_chat_status', status: 'closed' },
    );
    const chat = await database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
    expect(chat).toMatchObject({ status: 'closed', assignedUserId: null, assignedTeamId: 'team-1' });
    expect(await eventTypesOf(contactId)).toEqual(Array(4).fill('chat.updated'));
    const runsOf = (automationId: string) =>
      database.prisma.automationRun.findMany({ where: { automationId } });
    expect(await runsOf(assigned.id)).toMatchObject([{ depth: 1, chatId }, { depth: 1 }, { depth: 1 }]);
    expect(await runsOf(closed.id)).toMatchObject([{ depth: 1, chatId, contactId }]);
  });

  test('snoozes for the given time and schedules the end', async () => {
    const { chatId, context } = await perform({
      type: 'set_chat_status',
      status: 'snoozed',
      snoozeSeconds: 60,
    });
    const chat = await worlds.database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
    const until = new Date(context.now().getTime() + 60_000);
    expect(chat).toMatchObject({ status: 'snoozed', snoozedUntil: until });
    expect(await findJobs(worlds.database, 'end-snooze', chatId)).toMatchObject([{ runAt: until }]);
  });

  test('fails the run of a contact without a chat', async () => {
    const { database } = worlds;
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
    const { database } = worlds;
    const label =
      (await database.prisma.label.findFirst({ where: { tenantId: tenantId(), name: 'VIP' } })) ??
      (await createLabel(database, tenantId(), { name: 'VIP' }));
    const condition = { type: 'condition', field, operator, ...(value && { value }) } as const;
    const run = await prepareRun(worlds, [condition, send('met')]);
    await putLabelOnContact(database, tenantId(), { contactId: run.contactId, labelId: label.id });
    await run.work();
    expect(await run.texts()).toEqual(expected ? ['met'] : []);
  });
});

describe('a run whose channel is deleted', () => {
  test('that was triggered there fails; nothing is sent to the contact’s chat on another channel', async () => {
    const { database } = worlds;
    const context = worlds.context();
    const { id: channelId } = await createChannel(database, tenantId(), { type: 'sms' });
    const chat = await createChat(database, tenantId(), { channelId, status: 'closed' });
    const { contactId, handleId } = chat;
    await createChat(database, tenantId(), { contactId, handleId });
    const automation = await createAutomation(database, tenantId(), { triggerType: 'chat_opened' });
    await changeChatStatus(context, { chatId: chat.id, status: 'open', triggerAutomations: true });
    await deleteChannel(context, channelId);
    const where = { automationId: automation.id };
    const { id: runId } = await database.prisma.automationRun.findFirstOrThrow({ where });
    await expectUnreachable(createRunView(worlds, { runId, context }));
  });

  test('that has written there before fails as well', async () => {
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

describe('a contact without any chat', () => {
  test('is written to on the oldest channel that reaches it, when nobody names one', async () => {
    const { database } = worlds;
    const { id } = await createTenant(database);
    await createChannel(database, id, { type: 'email', createdAt: new Date('2026-01-01') });
    const sms = await createChannel(database, id, { type: 'sms', createdAt: new Date('2026-01-02') });
    await createChannel(database, id, { type: 'sms', createdAt: new Date('2026-01-03') });
    const contact = await createContact(database, id);
    const automation = await createAutomation(database, id);
    const context = createContext(database, id);
    const trigger = { automationId: automation.id, contactId: contact.id };
    const { runId } = await triggerAutomation(context, trigger);
    expect(await createRunView(worlds, { runId, context }).work()).toEqual({ outcome: 'completed' });
    const message = await database.prisma.message.findFirstOrThrow({ where: { automationRunId: runId } });
    expect(message.channelId).toBe(sms.id);
  });
});
