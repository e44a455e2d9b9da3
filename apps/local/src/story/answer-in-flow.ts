import { CommandError } from '../command-error.js';
import type { Asked } from './ask-contact.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';
import { waitUntilAsked } from './wait-until-asked.js';

/** Runs an automation that asks by SMS. The contact replies with the number of a choice, and the run continues with it. */
export async function answerInFlow(story: Story, { contact }: Workspace, { question }: Asked): Promise<void> {
  const { parley, tell, mark, write } = story;
  const { chatId, channelId } = question;
  const { body, buttons } = question.interactive ?? {};
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Ask for the time ${mark}`,
      trigger: { type: 'manual', channelId },
      steps: [
        {
          type: 'ask',
          interactive: { body: `${body} Please choose.`, ...(buttons && { buttons }) },
          expect: 'choice',
          saveTo: { variable: 'time' },
          timeoutSeconds: 3_600,
        },
      ],
    },
  });
  const params = { path: { automationId } };
  await parley.POST('/automations/{automationId}/publish', { params });
  await parley.POST('/automations/{automationId}/trigger', { params, body: { contactId: contact.id } });
  // A number chooses from the latest message that the contact can have seen.
  await waitUntilAsked(story, automationId);
  await write(channelId, { from: contact.phoneNumber ?? '', text: '2' });
  const run = await waitForRun(story, automationId);
  const outcome = run.steps[0]?.result?.outcome;
  const [answer] = await parley.POST('/chats/{chatId}/messages/search', {
    params: { path: { chatId } },
    body: { query: 'eq(sender,inbound)', limit: 1 },
  });
  const chosen = buttons?.[1]?.id;
  if (outcome !== 'answered' || run.variables.time !== chosen || answer?.reply?.id !== chosen)
    throw new CommandError(
      `The question is ${outcome} with "${run.variables.time}", and the reply is ${answer?.reply?.id}.`,
    );
  tell('answer', `"${answer?.text}" is "${answer?.reply?.title}", and the question ${outcome}`);
}
