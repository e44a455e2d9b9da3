import type {
  CampaignCompletedEvent,
  ChatCreatedEvent,
  ChatUpdatedEvent,
  ContactCreatedEvent,
  ContactUpdatedEvent,
  MessageEventData,
} from '@parley/client';

/** The body of a webhook, of the events that the demo causes. All others are about a message. */
export type ReceivedEvent =
  | CampaignCompletedEvent
  | ChatCreatedEvent
  | ChatUpdatedEvent
  | ContactCreatedEvent
  | ContactUpdatedEvent
  | { readonly event: MessageEventName; readonly data: MessageEventData };

type MessageEventName = `message.${string}` | `${string}_MESSAGE_${string}`;

/** Describes an event in a few words. */
export function describeEvent(event: ReceivedEvent): string {
  switch (event.event) {
    case 'campaign.completed':
      return `${event.data.name}: ${event.data.totals.sent} sent`;
    case 'contact.created':
    case 'contact.updated':
      return event.data.displayName;
    case 'chat.created':
    case 'chat.updated':
      return `with ${event.data.contact.displayName}: ${event.data.status}`;
    default:
      return describeMessage(event.data);
  }
}

/** Whether an outbound message has its final status. */
export function isRead({ event, data }: ReceivedEvent): boolean {
  return event === 'message.updated' && 'status' in data && data.status === 'read';
}

function describeMessage({ sender, text, status, contact }: MessageEventData): string {
  const name = contact.displayName;
  if (sender === 'inbound') return `${name}: "${text}"`;
  if (status === 'sent') return `to ${name}: "${text}"`;
  return status === 'read' ? `read by ${name}` : `${status} to ${name}`;
}
