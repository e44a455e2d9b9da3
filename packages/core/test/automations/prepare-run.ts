import { randomUUID } from 'node:crypto';
import type { AutomationRun, Prisma } from '@parley/database';
import type { RunOptions, RunReport } from '../../src/automations/runs/run-automation.js';
import {
  type AutomationStep,
  type Context,
  runAutomation,
  triggerAutomation,
  type WebhookCallOutcome,
} from '../../src/index.js';
import type { TestContext } from '../test-context.js';
import { type AutomationValues, createAutomation, createChannel, createChat } from '../testkit.js';
import type { Worlds } from '../use-worlds.js';

export interface PreparedRun {
  readonly runId: string;
  readonly automationId: string;
  readonly contactId: string;
  readonly chatId: string;
  readonly channelId: string;
  readonly context: TestContext;
  /** Continues the run as another worker would. */
  work(options?: Partial<RunOptions> & { context?: Context }): Promise<RunReport>;
  read(): Promise<AutomationRun>;
  /** Returns the position, type and outcome of each log entry. */
  log(): Promise<{ position: number; type: string; isFinished: boolean; errorCode: string | null }[]>;
  texts(): Promise<(string | null)[]>;
}

interface RunValues extends Omit<AutomationValues, 'steps'> {
  readonly variables?: Record<string, string>;
}

/** A condition that every contact meets; it is unknown in advance that the step after it is reached. */
export const always: AutomationStep = { type: 'condition', field: 'isSubscribed', operator: 'is_set' };

/** Returns a function that performs steps with two variables. */
export const performIn =
  (worlds: Worlds) =>
  async (...steps: AutomationStep[]) => {
    const run = await prepareRun(worlds, steps, { variables: { code: 'A-1', firstName: 'Grace' } });
    return { ...run, report: await run.work() };
  };

/** Prepares a run of these steps for a contact with an SMS chat, which has no reply window. */
export async function prepareRun(
  worlds: Worlds,
  steps: readonly AutomationStep[],
  { variables = {}, ...values }: RunValues = {},
): Promise<PreparedRun> {
  const { database, own } = worlds;
  const tenantId = own.tenant.id;
  const context = worlds.context();
  const channel = await createChannel(database, tenantId, { type: 'sms' });
  const chat = await createChat(database, tenantId, { channelId: channel.id });
  // Steps are plain JSON.
  const stored = steps as unknown as Prisma.InputJsonArray;
  const automation = await createAutomation(database, tenantId, { ...values, steps: stored });
  const { id: automationId } = automation;
  const { runId } = await triggerAutomation(context, { automationId, contactId: chat.contactId, variables });
  return {
    runId,
    automationId,
    contactId: chat.contactId,
    chatId: chat.id,
    channelId: channel.id,
    context,
    ...createRunView(worlds, { runId, context }),
  };
}

/** Actions on any run, and its state. */
export function createRunView(worlds: Worlds, { runId, context }: { runId: string; context: TestContext }) {
  const { prisma } = worlds.database;
  return {
    work: ({ context: own = context, ...options }: Partial<RunOptions> & { context?: Context } = {}) =>
      runAutomation(own, {
        runId,
        leaseToken: randomUUID(),
        callWebhook: () => Promise.reject(new Error('This run calls no webhook')),
        ...options,
      }),
    read: () => prisma.automationRun.findFirstOrThrow({ where: { id: runId } }),
    log: async () => {
      const entries = await prisma.automationRunStep.findMany({
        where: { runId },
        orderBy: { number: 'asc' },
      });
      return entries.map(({ position, type, finishedAt, error }) => ({
        position,
        type,
        isFinished: finishedAt !== null,
        errorCode: error === null ? null : String(Object(error).code),
      }));
    },
    texts: async () => {
      const messages = await prisma.message.findMany({
        where: { automationRunId: runId },
        orderBy: { id: 'asc' },
      });
      return messages.map(({ text }) => text);
    },
  };
}

/** Returns a step that sends this text. */
export const send = (text: string): AutomationStep => ({ type: 'send_message', text });

/** Acts as a receiver that accepts every call. */
export const succeed = () => Promise.resolve<WebhookCallOutcome>({ kind: 'succeeded', statusCode: 204 });
