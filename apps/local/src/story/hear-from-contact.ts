import { CommandError } from '../command-error.js';
import { exchangeReactions } from './exchange-reactions.js';
import type { CampaignRun } from './run-campaign.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { tapButton } from './tap-button.js';
import { waitForRun } from './wait-for-run.js';
import type { Conversation } from './write-to-contact.js';

/**
 * The contact replies to the campaign, which starts an automation, reacts to a message, and then unsubscribes with a stop
 * word.
 */
export async function hearFromContact(
  story: Story,
  workspace: Workspace,
  { campaign, ...conversation }: CampaignRun & Conversation,
): Promise<void> {
  const { channel, contact } = workspace;
  const { parley, tell, mark, write } = story;
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Interested ${mark}`,
      trigger: { type: 'campaign_replied', campaignId: campaign.id },
      steps: [{ type: 'set_variable', name: 'interest', value: '{{firstName}} has replied' }],
    },
  });
  await parley.POST('/automations/{automationId}/publish', { params: { path: { automationId } } });
  const from = contact.phoneNumber ?? '';
  await write(channel.id, { from, text: 'Yes, please!' });
  const run = await waitForRun(story, automationId);
  tell('interest', `${run.status} with "${run.variables.interest}"`);

  await exchangeReactions(story, workspace, conversation);
  await tapButton(story, workspace, conversation);
  const { stopWords } = await parley.PUT('/channels/{channelId}', {
    params: { path: { channelId: channel.id } },
    body: { stopWords: ['STOP'], startWords: ['START'] },
  });
  await write(channel.id, { from, text: 'Stop!' });
  const { isSubscribed } = await parley.GET('/contacts/{contactId}', {
    params: { path: { contactId: contact.id } },
  });
  tell('stop word', `${stopWords.join(', ')}; ${isSubscribed ? 'still subscribed' : 'unsubscribed'}`);
  await readResults(story, campaign.id);
  await subscribeAgain(story, workspace);
}

async function subscribeAgain(
  { parley, tell, write }: Story,
  { channel, contact }: Workspace,
): Promise<void> {
  await write(channel.id, { from: contact.phoneNumber ?? '', text: 'Start' });
  const { isSubscribed } = await parley.GET('/contacts/{contactId}', {
    params: { path: { contactId: contact.id } },
  });
  if (!isSubscribed) throw new CommandError('The start word has not subscribed the contact.');
  tell('start word', 'subscribed again');
}

/** The reply and the stop word count as results of the campaign, and the recipient shows them. */
async function readResults({ parley, tell }: Story, campaignId: string): Promise<void> {
  const params = { path: { campaignId } };
  const { totals } = await parley.GET('/campaigns/{campaignId}', { params });
  const recipients = await parley.POST('/campaigns/{campaignId}/recipients/search', {
    params,
    body: { query: 'and(not(isNull(repliedAt)),not(isNull(optedOutAt)))' },
  });
  if (totals.replied !== 1 || totals.optedOut !== 1 || recipients.length !== 1)
    throw new CommandError('The results of the campaign lack the reply or the stop word.');
  tell('results', `${totals.sent} sent, ${totals.replied} replied, ${totals.optedOut} opted out`);
}
