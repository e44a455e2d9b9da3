import { type AutomationStep, getAutomationRun, triggerAutomation } from '@parley/core';
import type { ChannelProvider, Prisma } from '@parley/database';
import { createAutomation, createChannel, createChat } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import type { TestWorker } from '../support/use-worker.js';

/** Returns a function that starts a run of an automation with the given steps. */
export function startRunsOf(running: TestWorker) {
  return async function start(
    steps: readonly AutomationStep[],
    variables = {},
    provider: ChannelProvider = 'sandbox',
  ) {
    const { database, tenant } = running;
    const channel = await createChannel(database, tenant.id, { type: 'sms', provider });
    const chat = await createChat(database, tenant.id, { channelId: channel.id });
    // Steps are plain JSON.
    const stored = steps as unknown as Prisma.InputJsonArray;
    const { id: automationId } = await createAutomation(database, tenant.id, { steps: stored });
    const trigger = { automationId, contactId: chat.contactId, variables };
    const { runId } = await triggerAutomation(running.context(), trigger);
    const read = () => getAutomationRun(running.context(), { automationId, runId });
    return {
      automationId,
      runId,
      chat,
      read,
      async until(status: string) {
        await waitUntil(async () => (await read()).status === status);
        return read();
      },
      messages: () =>
        database.prisma.message.findMany({ where: { automationRunId: runId }, orderBy: { id: 'asc' } }),
    };
  };
}
