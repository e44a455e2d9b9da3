import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';

/** Publishes an automation with a schedule whose first occurrence is now, waits for the run, and deactivates it. */
export async function keepSchedule(story: Story, { contact }: Workspace): Promise<void> {
  const { parley, tell, mark } = story;
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Every day ${mark}`,
      trigger: {
        type: 'schedule',
        schedule: { rule: 'FREQ=DAILY', timeZone: 'workspace' },
        audience: { query: `eq(id,"${contact.id}")` },
      },
      steps: [{ type: 'set_variable', name: 'day', value: 'today' }],
    },
  });
  const params = { path: { automationId } };
  await parley.POST('/automations/{automationId}/publish', { params });
  const run = await waitForRun(story, automationId);
  const { occurrences } = await parley.GET('/automations/{automationId}', { params });
  await parley.POST('/automations/{automationId}/deactivate', { params });
  tell('schedule', `${run.status} with "${run.variables.day}"; next at ${occurrences?.nextOccurrenceAt}`);
}
