import { answerInFlow } from './answer-in-flow.js';
import { askContact } from './ask-contact.js';
import { askInFlow } from './ask-in-flow.js';
import { assignInFlow } from './assign-in-flow.js';
import { callPartner } from './call-partner.js';
import { changeAttribute } from './change-attribute.js';
import { deleteContact } from './delete-contact.js';
import { failOnPurpose } from './fail-on-purpose.js';
import { greetContact } from './greet-contact.js';
import { hearFromContact } from './hear-from-contact.js';
import { keepReplies } from './keep-replies.js';
import { keepSchedule } from './keep-schedule.js';
import { labelContact } from './label-contact.js';
import { prepareMessages } from './prepare-messages.js';
import { type Made, readBack } from './read-back.js';
import { runCampaign } from './run-campaign.js';
import { runFlow } from './run-flow.js';
import { sendReviewedTemplates } from './send-reviewed-templates.js';
import { setUpWorkspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { submitTemplate } from './submit-template.js';
import { writeToContact } from './write-to-contact.js';

/** Creates one of each resource that a partner uses, runs the campaign, and reads everything back. */
export async function runWholeStory(story: Story): Promise<Made> {
  const workspace = await setUpWorkspace(story);
  const messages = await prepareMessages(story, workspace);
  const conversation = await writeToContact(story, workspace, messages);
  await submitTemplate(story, workspace);
  await sendReviewedTemplates(story, workspace, conversation);
  await runFlow(story, workspace, messages);
  await changeAttribute(story, workspace);
  await labelContact(story, workspace);
  await callPartner(story, workspace);
  await keepSchedule(story, workspace);
  await greetContact(story);
  const asked = await askContact(story, workspace);
  await askInFlow(story, workspace, asked);
  await answerInFlow(story, workspace, asked);
  await keepReplies(story, workspace, asked);
  await assignInFlow(story, workspace, asked);
  await failOnPurpose(story, workspace);
  const deletion = await deleteContact(story, workspace);
  const campaignRun = await runCampaign(story, workspace, messages);
  await hearFromContact(story, workspace, { ...conversation, ...campaignRun });
  const made = { ...workspace, ...messages, ...conversation, ...asked, ...deletion, ...campaignRun };
  await readBack(story, made);
  // There may be no server at the URL, and the service would retry for days.
  const params = { path: { webhookId: messages.webhook.id } };
  await story.parley.PUT('/api_webhooks/{webhookId}', { params, body: { status: 'inactive' } });
  story.tell('webhook', 'switched off');
  return made;
}
