import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';

/** Publishes an automation that waits for a label, adds the label to the contact, and waits for the run. */
export async function labelContact(story: Story, { contact }: Workspace): Promise<void> {
  const { parley, tell, mark } = story;
  const label = await parley.POST('/labels', { body: { name: `Winter ${mark}`, color: '#2563EB' } });
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Winter ${mark}`,
      trigger: { type: 'label_added', labelId: label.id },
      steps: [{ type: 'set_variable', name: 'wish', value: 'A coat for {{firstName}}' }],
    },
  });
  await parley.POST('/automations/{automationId}/publish', { params: { path: { automationId } } });
  await parley.POST('/contacts/{contactId}/labels', {
    params: { path: { contactId: contact.id } },
    body: { labels: [{ id: label.id }] },
  });
  const run = await waitForRun(story, automationId);
  tell('wish', `"${label.name}": ${run.status} with "${run.variables.wish}"`);
}
