import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../command-error.js';
import type { Messages } from './prepare-messages.js';
import type { CampaignRun } from './run-campaign.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import type { Conversation } from './write-to-contact.js';

export type Made = Workspace & Messages & Conversation & CampaignRun;

/** Reads every single thing again by its id, and finds it by its search. */
export async function readBack(story: Story, made: Made): Promise<void> {
  await readEach(story, made);
  story.tell('read back', 'each of them by its id, as it was made');
  await findEach(story, made);
  story.tell('found', 'each of them by its search');
}

async function readEach({ api }: Story, made: Made): Promise<void> {
  const { channel, contact, label, file, template, automation, webhook, chat, message, campaign } = made;
  const same = compareWith(made);
  same('channel', ['name', 'type'], await api.call('getChannel', { params: { channelId: channel.id } }));
  same('contact', ['phoneNumber'], await api.call('getContact', { params: { contactId: contact.id } }));
  same('label', ['name', 'color'], await api.call('getLabel', { params: { labelId: label.id } }));
  same('file', ['name', 'size'], await api.call('getFile', { params: { fileId: file.id } }));
  expectEqual('file', made.bytes, await api.download(file.id));
  const params = { messageTemplateId: template.id };
  same('template', ['body', 'mediaFileId'], await api.call('getMessageTemplate', { params }));
  const inAutomation = { params: { automationId: automation.id } };
  same('automation', ['name', 'activeVersionId'], await api.call('getAutomation', inAutomation));
  same('webhook', ['url', 'events'], await api.call('getApiWebhook', { params: { webhookId: webhook.id } }));
  same('chat', ['contactId', 'channelId'], await api.call('getChat', { params: { chatId: chat.id } }));
  same('message', ['text'], await api.call('getMessage', { params: { messageId: message.id } }));
  same('campaign', ['name'], await api.call('getCampaign', { params: { campaignId: campaign.id } }));
}

async function findEach({ api }: Story, made: Made): Promise<void> {
  const { channel, contact, label, file, template, automation, webhook, chat, message, campaign } = made;
  const having = ({ id }: { id: string }) => ({ body: { query: `eq(id,"${id}")` } });
  const inChat = { params: { chatId: chat.id } };
  const inCampaign = { params: { campaignId: campaign.id } };
  const inAutomation = { params: { automationId: automation.id } };
  const ofContact = { body: { query: `eq(contactId,"${contact.id}")` } };
  expectFound('channel', await api.search('searchChannels', having(channel)));
  expectFound('contact', await api.search('searchContacts', having(contact)));
  expectFound('label', await api.search('searchLabels', having(label)));
  expectFound('file', await api.search('searchFiles', having(file)));
  expectFound('template', await api.search('searchMessageTemplates', having(template)));
  expectFound('automation', await api.search('searchAutomations', having(automation)));
  expectFound('run', await api.search('searchAutomationRuns', { ...inAutomation, ...ofContact }));
  expectFound('webhook', await api.search('searchApiWebhooks', having(webhook)));
  expectFound('chat', await api.search('searchChats', having(chat)));
  expectFound('campaign', await api.search('searchCampaigns', having(campaign)));
  expectFound('recipient', await api.search('searchCampaignRecipients', { ...inCampaign, ...ofContact }));
  expectFound('delivery', await api.search('searchDeliveries', { params: { webhookId: webhook.id } }));
  const messages = await api.call('searchChatMessages', inChat);
  expectFound('message', { data: messages.filter(({ id }) => id === message.id) });
}

type Things = Omit<Made, 'bytes' | 'recipient'>;

function compareWith(made: Things) {
  return <Name extends keyof Things>(
    what: Name,
    keys: readonly (keyof Things[Name])[],
    found: Pick<Things[Name], keyof Things[Name]>,
  ): void => {
    for (const key of keys) expectEqual(what, made[what][key], found[key]);
  };
}

function expectEqual(what: string, made: unknown, found: unknown): void {
  if (isDeepStrictEqual(made, found)) return;
  throw new CommandError(
    `The ${what} was made with ${JSON.stringify(made)} and read back with ${JSON.stringify(found)}.`,
  );
}

function expectFound(what: string, { data }: { data: readonly unknown[] }): void {
  if (data.length === 0) throw new CommandError(`The ${what} was not found by its search.`);
}
