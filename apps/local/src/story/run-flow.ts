import type { Messages } from './prepare-messages.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';

/** Runs an automation that sets a variable, branches on it and on the time, and sends it, and waits for its end. */
export async function runFlow(
  story: Story,
  { channel, contact }: Workspace,
  { template }: Messages,
): Promise<void> {
  const { parley, tell, mark } = story;
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Branch ${mark}`,
      trigger: { type: 'manual', channelId: channel.id },
      steps: [
        { type: 'set_variable', name: 'season', value: 'autumn {{year}}' },
        {
          type: 'branch',
          conditions: [
            { field: 'variables.season', operator: 'contains', value: 'autumn' },
            { field: 'time', operator: 'is_within', workingHours: everyHour },
          ],
          // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
          then: [
            {
              type: 'send_template',
              messageTemplateId: template.id,
              variables: { offer: 'the coat of {{season}}' },
            },
          ],
          else: [{ type: 'stop' }],
        },
      ],
    },
  });
  const params = { path: { automationId } };
  await parley.POST('/automations/{automationId}/publish', { params });
  // The time is over, so the run starts now.
  const scheduledAt = { at: '2026-01-01T09:00:00', timeZone: 'contact' };
  const body = { contactId: contact.id, variables: { year: '2026' }, scheduledAt };
  await parley.POST('/automations/{automationId}/trigger', { params, body });
  const run = await waitForRun(story, automationId);
  const types = run.steps.map(({ type }) => type).join(', ');
  tell('branch', `${run.status} with ${types}; season is "${run.variables.season}"`);
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const everyHour = { timeZone: 'UTC', hours: days.map((day) => ({ day, from: '00:00', to: '24:00' })) };
