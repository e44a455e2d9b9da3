import type { ChannelType } from '@parley/database';
import { type AutomationStep, type ReceivedMessage, receiveMessage } from '../../src/index.js';
import { receivedMessage } from '../messages/received-message.js';
import type { Worlds } from '../use-worlds.js';
import { createRunView, type PreparedRun, prepareRun, send } from './prepare-run.js';

export type Question = Extract<AutomationStep, { type: 'ask' }>;

/** Returns a step that asks for a text and keeps it in the variable `answer`. */
export const ask = (values: Partial<Question> = {}): Question => ({
  type: 'ask',
  text: 'Where do you live?',
  expect: 'text',
  saveTo: { variable: 'answer' },
  timeoutSeconds: 3_600,
  ...values,
});

/** A question with buttons. */
export const choose = (values: Partial<Question> = {}): Question => {
  const { text: _text, ...rest } = ask(values);
  const buttons = [
    { id: 'am', title: 'In the morning' },
    { id: 'pm', title: 'Evening' },
  ];
  return { ...rest, expect: 'choice', interactive: { body: 'When?', buttons }, ...values };
};

export interface PreparedQuestion extends PreparedRun {
  /** The address of the contact. */
  readonly from: Pick<ReceivedMessage['from'], 'handleType' | 'value'>;
  /** The contact writes in the chat of the run. */
  write(text: string | null, values?: Parameters<typeof receivedMessage>[0]): Promise<string>;
  outcomes(): Promise<unknown[]>;
}

/** Prepares a run of these steps whose contact can write. The run has not begun. */
export async function prepareQuestion(
  worlds: Worlds,
  steps: readonly AutomationStep[],
  values: Parameters<typeof prepareRun>[2] & { channelType?: ChannelType } = {},
): Promise<PreparedQuestion> {
  const { channelType, ...rest } = values;
  const { prisma } = worlds.database;
  const run = await prepareRun(worlds, steps, rest);
  if (channelType)
    await prisma.channel.updateMany({ where: { id: run.channelId }, data: { type: channelType } });
  const { handle } = await prisma.chat.findFirstOrThrow({
    where: { id: run.chatId },
    include: { handle: true },
  });
  const from = { handleType: handle.type, value: handle.value };
  return {
    ...run,
    ...createSendingView(worlds, run),
    from,
    write: async (text, received = {}) => {
      const item = receivedMessage({ from, text, timestamp: run.context.now(), ...received });
      const result = await receiveMessage(run.context, { channelId: run.channelId, item });
      return result?.messageId ?? '';
    },
    outcomes: async () => {
      const entries = await prisma.automationRunStep.findMany({
        where: { runId: run.runId, type: 'ask' },
        orderBy: { number: 'asc' },
      });
      return entries.map(({ result, finishedAt }) =>
        finishedAt === null ? 'waiting' : (Object(result).outcome ?? null),
      );
    },
  };
}

/** Actions on a run whose messages are sent when it has worked, so that the contact can reply to them. */
export function createSendingView(worlds: Worlds, run: Parameters<typeof createRunView>[1]) {
  const view = createRunView(worlds, run);
  return {
    ...view,
    work: async (...options: Parameters<typeof view.work>) => {
      const report = await view.work(...options);
      await worlds.database.prisma.message.updateMany({
        where: { automationRunId: run.runId, status: 'pending' },
        data: { status: 'sent' },
      });
      return report;
    },
  };
}

/** Steps that follow a question, and show which way the run took. */
export const ways = {
  else: [send('no answer')],
  after: send('end'),
};

/** Asks, and the contact replies with this text. */
export async function askAndReply(
  worlds: Worlds,
  question: Question,
  { text, ...values }: { text: string | null; channelType?: ChannelType },
) {
  const run = await prepareQuestion(worlds, [{ ...question, else: ways.else }, ways.after], values);
  await run.work();
  await run.write(text);
  return { ...run, report: await run.work() };
}
