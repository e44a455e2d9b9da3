import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';

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
  // There may be no server at the URL.
  const run = await waitForRun(story, automationId, { untilError: true });
  const [call] = run.steps;
  const outcome = call?.error?.message ?? `status ${call?.result?.statusCode}`;
  tell('call', `${outcome}; the order is "${run.variables.orderStatus ?? 'unknown'}"`);
}
