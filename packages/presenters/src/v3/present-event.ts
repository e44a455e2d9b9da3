import type { components } from '@parley/contract/v3';
import type { EventRecord, FileLinks } from '@parley/core';
import { presentChat } from './present-chat.js';
import { presentContact } from './present-contact.js';
import { presentMessageEventData } from './present-message-event-data.js';

type Schemas = components['schemas'];

export type EventBody =
  | Schemas['MessageReceivedEvent']
  | Schemas['MessageSentEvent']
  | Schemas['MessageUpdatedEvent']
  | Schemas['ChatUpdatedEvent']
  | Schemas['ContactUpdatedEvent'];

/** Returns the body that a subscriber of v3 receives. */
export function presentEvent(links: FileLinks, event: EventRecord): EventBody {
  const { id, tenantId, createdAt } = event;
  switch (event.type) {
    case 'message.received':
    case 'message.sent':
    case 'message.updated':
      return { id, event: event.type, tenantId, createdAt, data: presentMessageEventData(links, event.data) };
    case 'chat.updated':
      return { id, event: event.type, tenantId, createdAt, data: presentChat(links, event.data) };
    case 'contact.updated':
      return { id, event: event.type, tenantId, createdAt, data: presentContact(event.data) };
  }
}
