import { setTimeout } from 'node:timers/promises';
import { CommandError } from '../command-error.js';
import type { Messages } from './prepare-messages.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/**
 * Creates a segment of the contacts with the label and a recent message, and a campaign that runs the automation for them. A worker runs the
 * campaign, so the story waits for it.
 */
export async function runCampaign(
  story: Story,
  { channel, contact, label, file, publicUrl }: Workspace,
  { automation }: Messages,
) {
  const { parley, tell, mark } = story;
  const segment = await parley.POST('/segments', {
    body: {
      name: `Autumn ${mark}`,
      query: `and(eq(labelId,"${label.id}"),gte(lastMessageAt,${contact.createdAt}))`,
    },
  });
  const { total } = await parley.POST('/segments/preview', { body: { segmentId: segment.id } });
  tell('segment', `"${segment.name}" finds ${total} contact`);
  const campaign = await parley.POST('/campaigns', {
    body: {
      name: `Autumn ${mark}`,
      channelId: channel.id,
      automationId: automation.id,
      audience: { segmentId: segment.id },
      media: { url: publicUrl },
    },
  });
  tell('campaign', `"${campaign.name}", ${campaign.status}, for the segment`);
  if (campaign.media?.fileId !== file.id)
    throw new CommandError(`${publicUrl} was not resolved to its file.`);
  const params = { path: { campaignId: campaign.id } };
  await parley.POST('/campaigns/{campaignId}/start', { params });
  const recipient = await waitForRecipient(story, params);
  tell('recipient', `the message is ${recipient.status}`);
  return { segment, campaign, recipient };
}

export type CampaignRun = Awaited<ReturnType<typeof runCampaign>>;

async function waitForRecipient({ parley, timeoutMs }: Story, params: { path: { campaignId: string } }) {
  const endsAt = performance.now() + timeoutMs;
  while (performance.now() < endsAt) {
    const [recipient] = await parley.POST('/campaigns/{campaignId}/recipients/search', { params });
    if (recipient && recipient.status !== 'pending') return recipient;
    await setTimeout(250);
  }
  throw new CommandError(`Nothing was sent within ${timeoutMs / 1_000} s. Is a worker running?`);
}
