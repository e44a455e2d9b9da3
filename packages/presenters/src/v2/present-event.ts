import type { webhooks } from '@parley/contract/v2';
import type { FileLinks, LegacyEventType, MessageEventRecord } from '@parley/core';
import { presentMessageEventData } from './present-message-event-data.js';

/** The body of each event of v2; the events differ only in their name. */
export type EventBody = {
  [Type in LegacyEventType]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[LegacyEventType];

export interface LegacyEvent {
  readonly id: string;
  readonly type: LegacyEventType;
  readonly tenantId: string;
  readonly createdAt: string;
  readonly data: MessageEventRecord;
}

/** Returns the body that a subscriber of v2 receives. */
export function presentEvent(links: FileLinks, event: LegacyEvent): EventBody {
  return {
    id: event.id,
    event: event.type,
    tenantId: event.tenantId,
    createdAt: event.createdAt,
    data: presentMessageEventData(links, event.data),
  };
}
