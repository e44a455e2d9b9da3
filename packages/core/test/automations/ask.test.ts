import { describe, expect, test } from '@jest/globals';
import type { AttributeType, ChannelType } from '@parley/database';
import { contacts, getAutomationRun, getById, newId } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createAttribute, createAutomation } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { ask, choose, prepareQuestion, type Question, ways } from './prepare-question.js';
import { send } from './prepare-run.js';

const worlds = useWorlds();

/** Asks, and the contact replies with this text. */
async function reply(question: Question, text: string | null, values: { channelType?: ChannelType } = {}) {
  const run = await prepareQuestion(worlds, [{ ...question, else: ways.else }, ways.after], values);
  await run.work();
  await run.write(text);
  return { ...run, report: await run.work() };
}

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
    const run = await reply(ask({ expect: expected, saveTo: { externalId } }), text);
    expect(await run.texts()).toEqual(['Where do you live?', 'end']);
    const contact = await getById(run.context, contacts, run.contactId);
    expect(contact.attributes).toContainEqual(expect.objectContaining({ externalId, value }));
  });

  test('fails the run when the attribute was deleted meanwhile', async () => {
    const run = await reply(ask({ saveTo: { externalId: 'gone' } }), 'Bonn');
    expect(run.report).toEqual({ outcome: 'failed' });
    expect(await run.read()).toMatchObject({ error: { code: 'attribute_not_found' } });
  });
});

describe('a reply is valid', () => {
  test.each<[Question['expect'], string, string]>([
    ['text', '42', '42'],
    ['number', '42', '42'],
    ['number', ' -0042.50 ', '-42.50'],
    ['number', '3,5', '3.5'],
    ['number', '+7', '7'],
    ['email', ' Ada@Customer.Example', 'ada@customer.example'],
    ['phone', '+49 (151) 1234-5678', '+4915112345678'],
    ['phone', '0049 151 12345678', '+4915112345678'],
    ['date', '2026-11-17', '2026-11-17'],
    ['date', '17. 11. 2026', '2026-11-17'],
    ['choice', '2', 'pm'],
    ['choice', '1.', 'am'],
    ['choice', 'in the MORNING!', 'am'],
  ])('%s: %j is kept as %j', async (expected, text, value) => {
    const question = expected === 'choice' ? choose() : ask({ expect: expected });
    const run = await reply(question, text);
    expect(await run.read()).toMatchObject({ status: 'completed', variables: { answer: value } });
    expect(await run.outcomes()).toEqual(['answered']);
  });

  test.each<[Question['expect'], string | null]>([
    ['text', ' \n'],
    ['text', null],
    ['text', 'x'.repeat(4_097)],
    ['number', 'two'],
    ['number', '1.000'],
    ['number', '1e3'],
    ['email', 'ada at customer.example'],
    ['phone', '12'],
    ['phone', 'call me'],
    ['date', '2026-02-30'],
    ['date', '11/12/2026'],
    ['choice', '3'],
    ['choice', 'am'],
    ['choice', 'later'],
  ])('%s: %j is not', async (expected, text) => {
    const question = expected === 'choice' ? choose() : ask({ expect: expected });
    const run = await reply(question, text);
    expect((await run.texts()).slice(1)).toEqual(['no answer', 'end']);
    expect(await run.read()).toMatchObject({ status: 'completed', variables: {} });
    expect(await run.outcomes()).toEqual(['invalid_reply']);
  });

  test('when the contact taps a choice, and not a choice of another question', async () => {
    const run = await prepareQuestion(worlds, [choose({ else: ways.else })], { channelType: 'whatsapp' });
    await worlds.database.prisma.chat.updateMany({
      where: { id: run.chatId },
      data: { openUntil: new Date('2027-01-01') },
    });
    await run.work();
    await run.write('Evening', { reply: { id: 'pm', title: 'Evening' } });
    await run.work();
    expect(await run.read()).toMatchObject({ variables: { answer: 'pm' } });
    const other = await prepareQuestion(worlds, [choose({ else: ways.else })]);
    await other.work();
    await other.write('Evening', { reply: { id: 'elsewhere', title: 'Evening' } });
    await other.work();
    expect(await other.outcomes()).toEqual(['invalid_reply']);
  });

  test('with the title as it was sent, and not with its placeholder', async () => {
    const interactive = { body: 'When?', buttons: [{ id: 'now', title: '{{name}} now' }] };
    const run = await prepareQuestion(worlds, [choose({ interactive }), ways.after], {
      variables: { name: 'Ada' },
    });
    await run.work();
    await run.write('ada now');
    await run.work();
    expect(await run.read()).toMatchObject({ variables: { answer: 'now' } });
  });

  test.each([
    ['number', '42\r\n\r\nOn Monday, Shop wrote:\r\n> How many?', '42'],
    ['choice', '2\n\n> 1. In the morning', 'pm'],
    ['choice', 'Evening\n\n> 1. In the morning', 'pm'],
  ] as const)('in a mail: %s in the first line of %j', async (expected, text, value) => {
    const question = expected === 'choice' ? choose() : ask({ expect: expected });
    const run = await reply(question, text, { channelType: 'email' });
    expect(await run.read()).toMatchObject({ variables: { answer: value } });
  });

  test('as a national phone number, if the workspace has a country', async () => {
    const { prisma } = worlds.database;
    const setCountry = (defaultCountry: string | null) =>
      prisma.tenant.updateMany({ where: { id: worlds.own.tenant.id }, data: { defaultCountry } });
    const { defaultCountry } = await prisma.tenant.findFirstOrThrow({
      where: { id: worlds.own.tenant.id },
    });
    await setCountry('DE');
    const run = await reply(ask({ expect: 'phone' }), '0151 12345678');
    await setCountry(defaultCountry);
    expect(await run.read()).toMatchObject({ variables: { answer: '+4915112345678' } });
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
    for (const text of ['never', '2']) {
      await worlds.database.prisma.message.updateMany({
        where: { automationRunId: run.runId },
        data: { status: 'sent' },
      });
      await run.write(text);
      await run.work();
    }
    expect(await run.read()).toMatchObject({ status: 'completed', variables: { answer: 'pm' } });
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
