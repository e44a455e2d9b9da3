import { setTimeout } from 'node:timers/promises';
import { CommandError } from '../command-error.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/** Runs an automation that calls the URL of the partner and keeps a value of the response, and tells what came back. */
export async function callPartner(story: Story, { contact }: Workspace): Promise<void> {
  const { parley, tell, mark, webhookUrl } = story;
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Look up ${mark}`,
      trigger: { type: 'manual' },
      steps: [
        {
          type: 'call_webhook',
          url: webhookUrl,
          responseVariables: [{ name: 'orderStatus', pointer: '/order/status' }],
        },
      ],
    },
  });
  const params = { path: { automationId } };
  await parley.POST('/automations/{automationId}/publish', { params });
  await parley.POST('/automations/{automationId}/trigger', { params, body: { contactId: contact.id } });
  const run = await waitForCall(story, automationId);
  const [call] = run.steps;
  const outcome = call?.error?.message ?? `status ${call?.result?.statusCode}`;
  tell('call', `${outcome}; the order is "${run.variables.orderStatus ?? 'unknown'}"`);
}

/**
 * Waits for the end of the run, or for the first attempt that failed: there may be no server at the URL, and the service would
 * retry for minutes.
 */
async function waitForCall({ parley, timeoutMs }: Story, automationId: string) {
  const endsAt = Date.now() + timeoutMs;
  while (Date.now() < endsAt) {
    const path = { automationId };
    const [found] = await parley.POST('/automations/{automationId}/runs/search', { params: { path } });
    if (found) {
      const params = { path: { automationId, runId: found.id } };
      const run = await parley.GET('/automations/{automationId}/runs/{runId}', { params });
      const hasFailed = run.steps.some(({ error }) => error !== null);
      if (run.status === 'completed' || run.status === 'failed' || hasFailed) return run;
    }
    await setTimeout(250);
  }
  throw new CommandError(`The call was not made within ${timeoutMs / 1_000} s. Is a worker running?`);
}
