import type { Asked } from './ask-contact.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';

/** Runs an automation that asks a question by SMS. Nobody replies, so the run continues after the deadline. */
export async function askInFlow(story: Story, { contact }: Workspace, { question }: Asked): Promise<void> {
  const { parley, tell, mark } = story;
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Ask for the size ${mark}`,
      trigger: { type: 'manual', channelId: question.channelId },
      steps: [
        {
          type: 'ask',
          text: 'Which size do you wear?',
          expect: 'number',
          saveTo: { variable: 'size' },
          timeoutSeconds: 1,
          retry: { text: 'Please answer with a number.' },
          else: [{ type: 'set_variable', name: 'size', value: 'unknown' }],
        },
      ],
    },
  });
  const params = { path: { automationId } };
  await parley.POST('/automations/{automationId}/publish', { params });
  await parley.POST('/automations/{automationId}/trigger', { params, body: { contactId: contact.id } });
  const run = await waitForRun(story, automationId);
  const outcome = run.steps[0]?.result?.outcome;
  tell('ask', `${run.status}, ${outcome}; the size is "${run.variables.size}"`);
}
