import { describe, expect, test } from '@jest/globals';
import type { AttributeType } from '@parley/database';
import { contacts, getAutomationRun, getById, newId, receiveMessages } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { receivedMessage } from '../messages/received-message.js';
import { createAttribute, createAutomation } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { ask, askAndReply, choose, prepareQuestion, type Question, ways } from './prepare-question.js';
import { send } from './prepare-run.js';

const worlds = useWorlds();

describe('ask', () => {
  test('sends the question and waits until the deadline, with an open entry in the log', async () => {
    const run = await prepareQuestion(worlds, [ask({ text: 'Hello {{name}}, where?' }), ways.after], {
      variables: { name: 'Ada' },
    });
    expect(await run.work()).toEqual({ outcome: 'waiting' });
    expect(await run.texts()).toEqual(['Hello Ada, where?']);
    const deadline = new Date(run.context.now().getTime() + 3_600_000);
    expect(await run.read()).toMatchObject({ status: 'running', position: 0, scheduledAt: deadline });
    expect(await run.outcomes()).toEqual(['waiting']);
    const jobs = await findJobs(worlds.database, 'run-automation', run.runId);
    expect(jobs.map(({ runAt }) => runAt)).toContainEqual(deadline);
    run.context.clock.advance(3_599_999);
    expect(await run.work()).toEqual({ outcome: 'later' });
  });

  test('continues at once with the reply, and keeps it in a variable', async () => {
    const { automationId, runId, context, ...run } = await prepareQuestion(worlds, [
      { ...ask(), else: ways.else },
      send('So you live in {{answer}}.'),
    ]);
    await run.work();
    context.clock.advance(60_000);
    await run.write(' Bonn ');
    const jobs = await findJobs(worlds.database, 'run-automation', runId);
    expect(jobs.map(({ runAt }) => runAt)).toContainEqual(context.now());
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.texts()).toEqual(['Where do you live?', 'So you live in Bonn.']);
    expect(await getAutomationRun(context, { automationId, runId })).toMatchObject({
      status: 'completed',
      variables: { answer: 'Bonn' },
      steps: [
        { position: 0, type: 'ask', result: { messageId: expect.any(String), outcome: 'answered' } },
        { position: 2, type: 'send_message' },
      ],
    });
  });

  test.each<[AttributeType, Question['expect'], string, string]>([
    ['text', 'text', 'Bonn', 'Bonn'],
    ['number', 'number', '3,5', '3.5'],
    ['date', 'date', '1.2.2027', '2027-02-01'],
  ])('keeps the reply in an attribute of the type %s', async (type, expected, text, value) => {
    const attribute = await createAttribute(worlds.database, worlds.own.tenant.id, { type });
    const { externalId } = attribute;
    const run = await askAndReply(worlds, ask({ expect: expected, saveTo: { externalId } }), { text });
    expect(await run.texts()).toEqual(['Where do you live?', 'end']);
    const contact = await getById(run.context, contacts, run.contactId);
    expect(contact.attributes).toContainEqual(expect.objectContaining({ externalId, value }));
  });

  test('fails the run when the attribute was deleted meanwhile', async () => {
    const run = await askAndReply(worlds, ask({ saveTo: { externalId: 'gone' } }), { text: 'Bonn' });
    expect(run.report).toEqual({ outcome: 'failed' });
    expect(await run.read()).toMatchObject({ error: { code: 'attribute_not_found' } });
  });
});

describe('a retry', () => {
  const retry = { text: 'Please write a number, {{name}}.', times: 2 };
  const steps = [ask({ expect: 'number', retry, else: ways.else }), ways.after];
  const variables = { name: 'Ada' };

  test('asks again after a reply that is not valid, and the next one counts', async () => {
    const run = await prepareQuestion(worlds, steps, { variables });
    await run.work();
    const { scheduledAt: deadline } = await run.read();
    await run.write('two');
    expect(await run.work()).toEqual({ outcome: 'waiting' });
    expect(await run.texts()).toEqual(['Where do you live?', 'Please write a number, Ada.']);
    expect(await run.outcomes()).toEqual(['invalid_reply', 'waiting']);
    expect(await run.read()).toMatchObject({ scheduledAt: deadline, position: 0 });
    await run.write('2');
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.read()).toMatchObject({ variables: { answer: '2' } });
    expect(await run.outcomes()).toEqual(['invalid_reply', 'answered']);
  });

  test('happens at most so many times; then the run continues with `else`', async () => {
    const run = await prepareQuestion(worlds, steps, { variables });
    await run.work();
    for (const text of ['two', 'three', 'four']) {
      await run.write(text);
      await run.work();
    }
    const repeated = 'Please write a number, Ada.';
    expect(await run.texts()).toEqual(['Where do you live?', repeated, repeated, 'no answer', 'end']);
    expect(await run.outcomes()).toEqual(['invalid_reply', 'invalid_reply', 'invalid_reply']);
  });

  test('understands the number of a choice, although the latest message offers none', async () => {
    const run = await prepareQuestion(worlds, [choose({ retry: { text: 'Sorry?' } })]);
    await run.work();
    const replies: unknown[] = [];
    for (const text of ['never', '2', '1']) {
      const id = await run.write(text);
      replies.push((await worlds.database.prisma.message.findFirstOrThrow({ where: { id } })).reply);
      await run.work();
    }
    expect(await run.read()).toMatchObject({ status: 'completed', variables: { answer: 'pm' } });
    // The last message was written after the question had been answered.
    expect(replies).toEqual([null, { id: 'pm', title: 'Evening' }, null]);
  });

  test('does not happen after the deadline', async () => {
    const run = await prepareQuestion(worlds, steps, { variables });
    await run.work();
    await run.write('two');
    run.context.clock.advance(3_600_000);
    await run.work();
    expect(await run.texts()).toEqual(['Where do you live?', 'no answer', 'end']);
  });
});

describe('the deadline', () => {
  test('continues the run with `else`; a later message is no reply', async () => {
    const run = await prepareQuestion(worlds, [ask({ else: ways.else }), ask({ text: 'And why?' })]);
    await run.work();
    run.context.clock.advance(3_600_000);
    await run.write('Bonn');
    expect(await run.work()).toEqual({ outcome: 'waiting' });
    expect(await run.texts()).toEqual(['Where do you live?', 'no answer', 'And why?']);
    expect(await run.outcomes()).toEqual(['timed_out', 'waiting']);
  });

  test('continues with the next step when there is no `else`', async () => {
    const run = await prepareQuestion(worlds, [ask(), ways.after]);
    await run.work();
    run.context.clock.advance(3_600_000);
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.texts()).toEqual(['Where do you live?', 'end']);
  });

  test('is no reason to refuse a reply that came in time', async () => {
    const run = await prepareQuestion(worlds, [ask({ else: ways.else })]);
    await run.work();
    run.context.clock.advance(3_599_999);
    await run.write('Bonn');
    run.context.clock.advance(60_000);
    await run.work();
    expect(await run.read()).toMatchObject({ variables: { answer: 'Bonn' } });
  });
});

describe('a message that replies to a question', () => {
  test('can arrive in a batch', async () => {
    const run = await prepareQuestion(worlds, [ask()]);
    await run.work();
    const items = [receivedMessage({ text: 'Cologne' }), receivedMessage({ from: run.from, text: 'Bonn' })];
    const { channelId, context } = run;
    await Promise.all(await receiveMessages(context, { channelId, items }));
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.read()).toMatchObject({ variables: { answer: 'Bonn' } });
  });

  test('starts no automation with the trigger `message_received`; the next message does', async () => {
    const run = await prepareQuestion(worlds, [ask()]);
    const other = await createAutomation(worlds.database, worlds.own.tenant.id, {
      triggerType: 'message_received',
      triggerChannelId: run.channelId,
    });
    const started = () => worlds.database.prisma.automationRun.count({ where: { automationId: other.id } });
    await run.work();
    await run.write('Bonn');
    expect(await started()).toBe(0);
    await run.write('near Cologne');
    expect(await started()).toBe(1);
    await run.work();
    expect(await run.read()).toMatchObject({ variables: { answer: 'Bonn' } });
  });

  test('is neither a stop word, nor a message of a machine or of the business', async () => {
    const run = await prepareQuestion(worlds, [ask()]);
    await worlds.database.prisma.channel.updateMany({
      where: { id: run.channelId },
      data: { stopWords: ['stop'] },
    });
    await run.work();
    await run.write('Stop!');
    await run.write('I am away', { automated: true });
    await run.write('from our app', { echo: true, externalId: newId() });
    expect(await run.outcomes()).toEqual(['waiting']);
    expect(await run.work()).toEqual({ outcome: 'later' });
  });
});
