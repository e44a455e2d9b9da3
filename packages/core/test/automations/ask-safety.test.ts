import { describe, expect, test } from '@jest/globals';
import {
  type AutomationStep,
  cancelAutomationRun,
  changeChatStatus,
  deactivateAutomation,
  eraseContact,
  publishAutomation,
  receiveMessage,
} from '../../src/index.js';
import { receivedMessage } from '../messages/received-message.js';
import { createChannel, createChat } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { ask, createSendingView, prepareQuestion, ways } from './prepare-question.js';

const worlds = useWorlds();

describe('several questions', () => {
  test('the newest one in a chat gets the reply, and the older one the next', async () => {
    const older = await prepareQuestion(worlds, [ask()]);
    await older.work();
    older.context.clock.advance(1_000);
    const newer = await startAgain(older, [ask({ text: 'And your name?' })]);
    await newer.work();
    await older.write('Ada');
    await older.write('Bonn');
    expect(await newer.work()).toEqual({ outcome: 'completed' });
    expect(await older.work()).toEqual({ outcome: 'completed' });
    expect(await newer.read()).toMatchObject({ variables: { answer: 'Ada' } });
    expect(await older.read()).toMatchObject({ variables: { answer: 'Bonn' } });
  });

  test('one message answers one question, also when two messages arrive at once', async () => {
    const run = await prepareQuestion(worlds, [ask(), ask({ text: 'And your name?' })]);
    await run.work();
    const [one, two] = await Promise.all([run.write('Bonn'), run.write('Cologne')]);
    const { replyMessageId } = await run.read();
    expect([one, two]).toContain(replyMessageId);
    expect(await run.work()).toEqual({ outcome: 'waiting' });
    expect(await run.outcomes()).toEqual(['answered', 'waiting']);
    await run.write('Ada');
    await run.work();
    expect(await run.read()).toMatchObject({ status: 'completed', variables: { answer: 'Ada' } });
  });

  test('in another chat and of another tenant stay open', async () => {
    const run = await prepareQuestion(worlds, [ask()]);
    await run.work();
    const { from } = run;
    const elsewhere = await createChannel(worlds.database, worlds.own.tenant.id, { type: 'sms' });
    const foreign = await createChannel(worlds.database, worlds.other.tenant.id, { type: 'sms' });
    await receiveMessage(run.context, { channelId: elsewhere.id, item: receivedMessage({ from }) });
    await receiveMessage(worlds.otherContext(), { channelId: foreign.id, item: receivedMessage({ from }) });
    expect(await run.work()).toEqual({ outcome: 'later' });
    expect(await run.outcomes()).toEqual(['waiting']);
  });

  /** Another run for the contact of a run, in its chat. */
  async function startAgain(run: Awaited<ReturnType<typeof prepareQuestion>>, steps: AutomationStep[]) {
    const { prisma } = worlds.database;
    const other = await prepareQuestion(worlds, steps);
    const { contactId, chatId, channelId } = run;
    await prisma.automationRun.updateMany({
      where: { id: other.runId },
      data: { contactId, chatId, channelId },
    });
    return { ...other, ...createSendingView(worlds, { runId: other.runId, context: run.context }) };
  }
});

describe('a question is withdrawn', () => {
  async function asked() {
    const run = await prepareQuestion(worlds, [ask({ else: ways.else })]);
    await run.work();
    return run;
  }

  async function expectNoReply(run: Awaited<ReturnType<typeof asked>>) {
    await run.write('Bonn');
    run.context.clock.advance(3_600_000);
    expect(await run.work()).toEqual({ outcome: 'over' });
    expect(await run.texts()).toEqual(['Where do you live?']);
  }

  test('when its run is canceled', async () => {
    const run = await asked();
    const { automationId, runId } = run;
    await cancelAutomationRun(run.context, { automationId, runId });
    await expectNoReply(run);
  });

  test('when its automation is deactivated', async () => {
    const run = await asked();
    await deactivateAutomation(run.context, run.automationId);
    expect(await run.read()).toMatchObject({
      status: 'canceled',
      error: {
        code: 'automation_not_active',
        message: 'The automation was deactivated while the run waited for a reply.',
      },
    });
    await expectNoReply(run);
  });

  test('when its chat is closed, and not when another one is', async () => {
    const run = await asked();
    const other = await createChat(worlds.database, worlds.own.tenant.id, {});
    await changeChatStatus(run.context, { chatId: other.id, status: 'closed' });
    await changeChatStatus(run.context, { chatId: run.chatId, status: 'snoozed' });
    expect(await run.read()).toMatchObject({ status: 'running' });
    await changeChatStatus(run.context, { chatId: run.chatId, status: 'closed' });
    expect(await run.read()).toMatchObject({
      status: 'canceled',
      finishedAt: run.context.now(),
      error: { code: 'chat_closed' },
    });
    await expectNoReply(run);
  });

  test('when its contact is erased', async () => {
    const run = await asked();
    await eraseContact(run.context, run.contactId);
    run.context.clock.advance(3_600_000);
    expect(await run.work()).toEqual({ outcome: 'over' });
    expect(await run.texts()).toEqual([]);
  });

  test('not when the contact has replied already: the run continues', async () => {
    const run = await asked();
    await run.write('Bonn');
    await deactivateAutomation(run.context, run.automationId);
    await changeChatStatus(run.context, { chatId: run.chatId, status: 'closed' });
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.read()).toMatchObject({ variables: { answer: 'Bonn' } });
  });
});

describe('publishing a question', () => {
  test.each([
    [{ variable: 'answer' }, 'messages:write messages:read', []],
    [{ externalId: 'city' }, 'contacts:write', ['messages:write', 'messages:read']],
  ])('to keep the reply in %j needs %s', async (saveTo, requiredScope, given) => {
    const { automationId } = await prepareQuestion(worlds, [ask({ saveTo })]);
    await deactivateAutomation(worlds.context(), automationId);
    const publish = (...scopes: string[]) =>
      publishAutomation({ ...worlds.context(), scopes: new Set(scopes) }, automationId);
    await expect(publish(...given)).rejects.toMatchObject({ code: 'forbidden', details: { requiredScope } });
    await publish(...given, ...requiredScope.split(' '));
  });
});
