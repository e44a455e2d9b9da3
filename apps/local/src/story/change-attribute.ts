import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';

/** Creates an attribute and an automation that waits for its change, changes it, and waits for the run. */
export async function changeAttribute(story: Story, { contact }: Workspace): Promise<void> {
  const { parley, tell, mark } = story;
  const attribute = await parley.POST('/attributes', {
    body: { name: `Size ${mark}`, externalId: `size_${mark}`, type: 'text' },
  });
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `New size ${mark}`,
      trigger: { type: 'attribute_changed', attributeId: attribute.id },
      steps: [{ type: 'set_variable', name: 'size', value: `{{${attribute.externalId}}}` }],
    },
  });
  await parley.POST('/automations/{automationId}/publish', { params: { path: { automationId } } });
  await parley.PUT('/contacts/{contactId}', {
    params: { path: { contactId: contact.id } },
    body: { attributes: [{ externalId: attribute.externalId, value: 'M' }] },
  });
  const run = await waitForRun(story, automationId);
  tell('trigger', `"${attribute.name}" has changed: ${run.status} with size "${run.variables.size}"`);
}
