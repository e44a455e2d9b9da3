import { CommandError } from '../command-error.js';
import type { Asked } from './ask-contact.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';

/** Runs an automation that assigns the chat to the user of a team with the fewest open chats. */
export async function assignInFlow(
  story: Story,
  { contact, user: busy }: Workspace,
  { question }: Asked,
): Promise<void> {
  const { parley, tell, mark } = story;
  const { chatId, channelId } = question;
  const free = await parley.POST('/users', { body: { name: 'Noor Haddad', externalId: `crm-free-${mark}` } });
  const team = await parley.POST('/teams', {
    body: { name: `Delivery ${mark}`, users: [{ id: busy.id }, { id: free.id }] },
  });
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Assign ${mark}`,
      trigger: { type: 'manual', channelId },
      steps: [{ type: 'assign', teamId: team.id, strategy: 'least_busy' }],
    },
  });
  const params = { path: { automationId } };
  await parley.POST('/automations/{automationId}/publish', { params });
  await parley.POST('/automations/{automationId}/trigger', { params, body: { contactId: contact.id } });
  const run = await waitForRun(story, automationId);
  const chat = await parley.GET('/chats/{chatId}', { params: { path: { chatId } } });
  if (chat.assignedUserId !== free.id || chat.assignedTeamId !== team.id)
    throw new CommandError(`The run is ${run.status}, and the chat is assigned to ${chat.assignedUserId}.`);
  tell('assignment', `to ${free.name}, because ${busy.name} already has a chat`);
}
