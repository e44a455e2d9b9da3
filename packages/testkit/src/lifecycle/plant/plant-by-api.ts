import type { Marker } from './marker.js';
import { plantDuplicate } from './plant-duplicate.js';
import type { Workspace } from './workspace.js';

/** Plants the marker through every operation that accepts something about a person. */
export async function plantByApi(workspace: Workspace, marker: Marker): Promise<void> {
  const contactId = await plantContact(workspace, marker);
  await plantMessages(workspace, marker, contactId);
  await plantAutomation(workspace, marker, contactId);
  await plantCampaigns(workspace, marker);
  await plantDuplicate(workspace, marker, contactId);
}

async function plantContact(
  { call, attribute, labelId }: Workspace,
  { text, email, phoneNumber }: Marker,
): Promise<string> {
  const attributes = [{ externalId: attribute, value: text }];
  const { id } = await call('POST', '/v3/contacts', {
    firstName: text,
    lastName: `${text}-last`,
    phoneNumber,
    metadata: { note: text, nested: { list: [text] } },
    attributes,
  });
  await call('PUT', `/v3/contacts/${id}`, {
    lastName: `${text}-changed`,
    email,
    metadata: { note: `${text}-2` },
  });
  const contacts = [{ phoneNumber, firstName: `${text}-upserted`, attributes }];
  await call('POST', '/v3/contacts/upsert', { contacts });
  await call('POST', `/v3/contacts/${id}/labels`, { labels: [{ id: labelId }] });
  return id;
}

/** These messages and runs wait for their time, so that their jobs are still in the queue. */
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString();

async function plantMessages(
  { call, channels, template }: Workspace,
  { text, phoneNumber }: Marker,
  contactId: string,
): Promise<void> {
  const channelId = channels.sandbox.id;
  const chat = await call('POST', '/v3/chats', { contactId, channelId });
  await call('POST', '/v3/messages/send', { chatId: chat.id, text: `Dear ${text}` });
  const form = new FormData();
  form.set('file', new Blob([`The contract of ${text}`]), `${text}.txt`);
  const file = await call('POST', '/v3/files', form);
  await call('GET', `/v3/files/${file.id}/public_url`);
  await call('POST', '/v3/messages/send', { chatId: chat.id, attachments: [{ fileId: file.id }] });
  await call('POST', '/v3/messages/send', {
    contactId,
    channelId,
    template: { id: template.id, variables: { name: text } },
  });
  const buttons = [{ id: text, title: 'Yes' }];
  await call('POST', '/v3/messages/send', {
    chatId: chat.id,
    interactive: { body: `Is it ${text}?`, buttons },
  });
  const to = { phoneNumber };
  await call('POST', '/v3/messages/send', { channelId, to, text: `Later, ${text}`, scheduledAt: tomorrow() });
  await call('POST', `/v3/chats/${chat.id}/notes`, { text: `A note about ${text}` });
  await call('POST', `/v3/chats/${chat.id}/assign`, { assignedUserId: 'agent-1' });
  await call('POST', `/v3/chats/${chat.id}/status`, { status: 'closed', triggerAutomations: true });
}

async function plantAutomation(
  { call, automation }: Workspace,
  { text }: Marker,
  contactId: string,
): Promise<void> {
  const variables = { name: text };
  await call('POST', `/v3/automations/${automation.id}/trigger`, { contactId, variables });
  await call('POST', `/v3/automations/${automation.id}/trigger`, {
    contactId,
    variables,
    scheduledAt: tomorrow(),
  });
}

async function plantCampaigns(
  { call, channels, automation, attribute }: Workspace,
  { text, phoneNumber }: Marker,
): Promise<void> {
  const attributes = [{ externalId: attribute, value: `${text}-campaign` }];
  const contacts = [
    { phoneNumber, attributes },
    { email: `${text}-campaign@person.example`, firstName: text, attributes },
  ];
  const target = { name: 'Newsletter', channelId: channels.sandbox.id };
  const campaign = await call('POST', '/v3/campaigns', {
    ...target,
    automationId: automation.id,
    variables: { name: 'you' },
    contacts,
  });
  await call('POST', `/v3/campaigns/${campaign.id}/start`);
  await call('POST', `/v2/${channels.sandbox.id}/broadcasts`, {
    name: 'Broadcast',
    workflowId: automation.id,
    variables: [{ name: 'name', value: 'you' }],
    contacts: [
      { phoneNumber, attributes },
      { email: `${text}-broadcast@person.example`, lastName: text, attributes },
    ],
  });
}
