import { setTimeout } from 'node:timers/promises';
import { CommandError } from '../command-error.js';
import type { Messages } from './prepare-messages.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/** A campaign that runs the automation for the contact; a worker does that, so the story waits for it. */
export async function runCampaign(
  story: Story,
  { channel, contact, file, publicUrl }: Workspace,
  { automation }: Messages,
) {
  const { api, tell, mark } = story;
  const campaign = await api.call('createCampaign', {
    body: {
      name: `Autumn ${mark}`,
      channelId: channel.id,
      automationId: automation.id,
      contactIds: [contact.id],
      media: { url: publicUrl },
    },
  });
  tell('campaign', `"${campaign.name}", ${campaign.status}, for ${campaign.totals.recipients} contact`);
  if (campaign.media?.fileId !== file.id) throw new CommandError(`${publicUrl} does not stand for its file.`);
  const params = { campaignId: campaign.id };
  await api.call('startCampaign', { params });
  const recipient = await waitForRecipient(story, params);
  tell('recipient', `the message is ${recipient.status}`);
  return { campaign, recipient };
}

export type CampaignRun = Awaited<ReturnType<typeof runCampaign>>;

async function waitForRecipient({ api, patienceMs }: Story, params: { campaignId: string }) {
  const endsAt = Date.now() + patienceMs;
  while (Date.now() < endsAt) {
    const { data } = await api.search('searchCampaignRecipients', { params });
    const [recipient] = data;
    if (recipient && recipient.status !== 'pending') return recipient;
    await setTimeout(250);
  }
  throw new CommandError(`Nothing was sent within ${patienceMs / 1_000} s. Is a worker running?`);
}
