import { CommandError } from '../command-error.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitFor, waitForEvent } from './wait-for.js';
import { waitForRun } from './wait-for-run.js';

/** Lets a run, a campaign and a channel fail, and requires the event of each. */
export async function failOnPurpose(story: Story, workspace: Workspace): Promise<void> {
  await failRun(story, workspace);
  await failCampaign(story, workspace);
  await failChannel(story, workspace);
}

/** A step in a branch has a placeholder without a value. */
async function failRun(story: Story, { contact }: Workspace): Promise<void> {
  const { parley, tell, mark } = story;
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Thank ${mark}`,
      trigger: { type: 'manual' },
      steps: [
        {
          type: 'branch',
          conditions: [{ field: 'contact.firstName', operator: 'is_set' }],
          // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
          then: [{ type: 'set_variable', name: 'thanks', value: 'Thank you for {{orderNumber}}' }],
        },
      ],
    },
  });
  const params = { path: { automationId } };
  await parley.POST('/automations/{automationId}/publish', { params });
  await parley.POST('/automations/{automationId}/trigger', { params, body: { contactId: contact.id } });
  const run = await waitForRun(story, automationId);
  if (run.error?.code !== 'missing_variable')
    throw new CommandError(`The run is ${run.status} with ${run.error?.code}, not missing_variable.`);
  await waitForEvent(story, 'automation.run_failed', run);
  tell('failed run', run.error.message);
}

/** The automation of a campaign for tomorrow is deactivated, and then the campaign becomes due. */
async function failCampaign(story: Story, { channel, contact }: Workspace): Promise<void> {
  const { parley, tell, mark } = story;
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Too late ${mark}`,
      trigger: { type: 'manual', channelId: channel.id },
      steps: [{ type: 'send_message', text: 'Too late' }],
    },
  });
  const ofAutomation = { params: { path: { automationId } } };
  await parley.POST('/automations/{automationId}/publish', ofAutomation);
  const { id } = await parley.POST('/campaigns', {
    body: {
      name: `Too late ${mark}`,
      channelId: channel.id,
      automationId,
      contactIds: [contact.id],
      scheduledAt: new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString(),
    },
  });
  const params = { path: { campaignId: id } };
  await parley.POST('/campaigns/{campaignId}/start', { params });
  await parley.POST('/automations/{automationId}/deactivate', ofAutomation);
  await parley.PUT('/campaigns/{campaignId}', { params, body: { scheduledAt: null } });
  const failed = await waitFor(story, 'The end of the campaign', async () => {
    const campaign = await parley.GET('/campaigns/{campaignId}', { params });
    return ['scheduled', 'running'].includes(campaign.status) ? undefined : campaign;
  });
  if (failed.failureReason?.code !== 'automation_not_active')
    throw new CommandError(`The campaign is ${failed.status} with ${failed.failureReason?.code}.`);
  await waitForEvent(story, 'campaign.failed', failed);
  tell('failed', `"${failed.name}": ${failed.failureReason.message}`);
}

/** A channel without a sender can be created, because it can receive; it cannot send. */
async function failChannel(story: Story, { contact }: Workspace): Promise<void> {
  const { parley, tell, mark } = story;
  const { id: channelId } = await parley.POST('/channels', {
    body: {
      type: 'sms',
      provider: 'sms',
      name: `Without a sender ${mark}`,
      settings: { accountSid: `AC${'0'.repeat(32)}` },
      secrets: { authToken: 'none' },
    },
  });
  const { id: messageId } = await parley.POST('/messages/send', {
    body: { contactId: contact.id, channelId, text: 'Hello' },
  });
  const message = await waitFor(story, 'The error of the message', async () => {
    const found = await parley.GET('/messages/{messageId}', { params: { path: { messageId } } });
    return found.status === 'failed' ? found : undefined;
  });
  await waitForEvent(story, 'channel.failing', { id: channelId });
  tell('failing', `a channel: ${message.errors[0]?.message}`);
}
