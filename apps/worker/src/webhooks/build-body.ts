import {
  type ClaimedDelivery,
  type EventRecord,
  type FileLinks,
  type LegacyEventType,
  legacyEventTypes,
  type MessageEventRecord,
} from '@parley/core';
import * as v2 from '@parley/presenters/v2';
import * as v3 from '@parley/presenters/v3';

export interface BuiltBody {
  readonly version: 'v2' | 'v3';
  readonly body: v2.EventBody | v3.EventBody | v3.WebhookCallBody;
}

/** Builds the body of a delivery. The event type that the webhook subscribed to decides the version of the body. */
export function buildBody(links: FileLinks, { tenantId, eventType, event }: ClaimedDelivery): BuiltBody {
  const { id, createdAt } = event;
  if (isLegacy(eventType)) {
    // Only events of messages have a name in v2.
    const data = event.data as MessageEventRecord;
    return {
      version: 'v2',
      body: v2.presentEvent(links, { id, type: eventType, tenantId, createdAt, data }),
    };
  }
  // The stored type determines which record the data is.
  const record = { id, tenantId, type: event.type, createdAt, data: event.data } as EventRecord;
  return { version: 'v3', body: v3.presentEvent(links, record) };
}

const legacyNames: ReadonlySet<string> = new Set(legacyEventTypes);

function isLegacy(eventType: ClaimedDelivery['eventType']): eventType is LegacyEventType {
  return legacyNames.has(eventType);
}
