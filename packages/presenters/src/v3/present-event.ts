import type { components } from '@parley/contract/v3';
import type { DeletedChatRecord, EventRecord, FailingChannelRecord, FileLinks } from '@parley/core';
import { presentAutomationRun } from './present-automation-run.js';
import { presentCampaign } from './present-campaign.js';
import { presentChat } from './present-chat.js';
import { presentContact } from './present-contact.js';
import { presentMessageEventData } from './present-message-event-data.js';
import { presentMessageTemplate } from './present-message-template.js';
import { presentNote } from './present-note.js';

type Schemas = components['schemas'];

export type EventBody =
  | Schemas['MessageReceivedEvent']
  | Schemas['MessageSentEvent']
  | Schemas['MessageUpdatedEvent']
  | Schemas['ChatUpdatedEvent']
  | Schemas['ContactUpdatedEvent']
  | Schemas['ContactCreatedEvent']
  | Schemas['ContactDeletedEvent']
  | Schemas['ChatCreatedEvent']
  | Schemas['ChatDeletedEvent']
  | Schemas['CampaignCompletedEvent']
  | Schemas['CampaignFailedEvent']
  | Schemas['AutomationRunFailedEvent']
  | Schemas['ChannelFailingEvent']
  | Schemas['ChatNoteAddedEvent']
  | Schemas['ContactMergedEvent']
  | Schemas['MessageTemplateUpdatedEvent'];

/** Returns the body that a subscriber of v3 receives. */
export function presentEvent(links: FileLinks, event: EventRecord): EventBody {
  const { id, tenantId, createdAt } = event;
  switch (event.type) {
    case 'message.received':
    case 'message.sent':
    case 'message.updated':
      return { id, event: event.type, tenantId, createdAt, data: presentMessageEventData(links, event.data) };
    case 'chat.created':
    case 'chat.updated':
      return { id, event: event.type, tenantId, createdAt, data: presentChat(links, event.data) };
    case 'chat.deleted':
      return { id, event: event.type, tenantId, createdAt, data: presentDeletedChat(event.data) };
    case 'contact.created':
    case 'contact.updated':
      return { id, event: event.type, tenantId, createdAt, data: presentContact(event.data) };
    case 'contact.deleted':
      return { id, event: event.type, tenantId, createdAt, data: { id: event.data.id } };
    case 'campaign.completed':
    case 'campaign.failed':
      return { id, event: event.type, tenantId, createdAt, data: presentCampaign(event.data) };
    case 'automation.run_failed':
      return { id, event: event.type, tenantId, createdAt, data: presentAutomationRun(event.data) };
    case 'channel.failing':
      return { id, event: event.type, tenantId, createdAt, data: presentFailingChannel(event.data) };
    case 'contact.merged': {
      const { contact, mergedContactId } = event.data;
      const data = { contact: presentContact(contact), mergedContactId };
      return { id, event: event.type, tenantId, createdAt, data };
    }
    case 'message_template.updated':
      return { id, event: event.type, tenantId, createdAt, data: presentMessageTemplate(event.data) };
    case 'chat.note_added':
      return { id, event: event.type, tenantId, createdAt, data: presentNote(event.data) };
  }
}

function presentDeletedChat({ id, contactId, channelId }: DeletedChatRecord): Schemas['DeletedChat'] {
  return { id, contactId, channelId };
}

function presentFailingChannel(channel: FailingChannelRecord): Schemas['FailingChannel'] {
  const { id, type, provider, name, error } = channel;
  return { id, type, provider, name, error: { code: error.code, message: error.message } };
}
