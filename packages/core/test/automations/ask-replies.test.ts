import { describe, expect, test } from '@jest/globals';
import { useWorlds } from '../use-worlds.js';
import { ask, askAndReply, choose, prepareQuestion, type Question, ways } from './prepare-question.js';

const worlds = useWorlds();

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
    const run = await askAndReply(worlds, question, { text });
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
    const run = await askAndReply(worlds, question, { text });
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
    const run = await askAndReply(worlds, question, { text, channelType: 'email' });
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
    const run = await askAndReply(worlds, ask({ expect: 'phone' }), { text: '0151 12345678' });
    await setCountry(defaultCountry);
    expect(await run.read()).toMatchObject({ variables: { answer: '+4915112345678' } });
  });

  test('with a number, even if the message was taken for the choice of an earlier question', async () => {
    const interactive = {
      body: 'Where?',
      buttons: [1, 2].map((id) => ({ id: `door-${id}`, title: `${id}` })),
    };
    const run = await prepareQuestion(worlds, [choose({ interactive }), choose()]);
    await run.work();
    await run.write('1');
    await run.work();
    expect(await run.read()).toMatchObject({ variables: { answer: 'door-1' } });
    // The second question is not stored as sent yet.
    await worlds.database.prisma.message.updateMany({
      where: { automationRunId: run.runId, text: { startsWith: 'When?' } },
      data: { status: 'pending' },
    });
    const messageId = await run.write('2');
    const message = await worlds.database.prisma.message.findFirstOrThrow({ where: { id: messageId } });
    expect(message.reply).toMatchObject({ id: 'door-2' });
    await run.work();
    expect(await run.read()).toMatchObject({ status: 'completed', variables: { answer: 'pm' } });
  });
});
