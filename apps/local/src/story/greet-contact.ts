import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';

/** Publishes an automation that starts with each new contact, creates a contact, and waits for the run. */
export async function greetContact(story: Story): Promise<void> {
  const { parley, tell, mark } = story;
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `New contacts ${mark}`,
      trigger: { type: 'contact_created' },
      steps: [{ type: 'set_variable', name: 'greeting', value: 'Hello {{firstName}}' }],
    },
  });
  const params = { path: { automationId } };
  await parley.POST('/automations/{automationId}/publish', { params });
  await parley.POST('/contacts', {
    body: { firstName: 'Grace', email: `grace.${mark}@customer.example` },
  });
  const run = await waitForRun(story, automationId);
  await parley.POST('/automations/{automationId}/deactivate', { params });
  tell('greeting', `${run.status} with "${run.variables.greeting}", because a contact was created`);
}
