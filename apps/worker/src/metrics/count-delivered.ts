import { eventTypes, legacyEventTypes, type Usage, type UsageCounter } from '@parley/core';

/** Counts an event that a receiver has accepted. */
export type CountDelivered = (delivered: { readonly tenantId: string; readonly eventType: string }) => void;

/** Without a counter, nothing is counted. A webhook belongs to the workspace, so the count has no API key. */
export function createDeliveredCounter(counter: UsageCounter | undefined): CountDelivered {
  return ({ tenantId, eventType }) => {
    const usage = usages.get(eventType);
    if (usage) counter?.count({ tenantId, keyId: undefined }, [usage]);
  };
}

function toUsage(apiVersion: string): (name: string) => readonly [string, Usage] {
  return (name) => [name, { kind: 'event_type', apiVersion, operationId: null, name }];
}

const usages: ReadonlyMap<string, Usage> = new Map([
  ...eventTypes.map(toUsage('v3')),
  // The step of an automation sends this event, so no webhook can subscribe to it.
  toUsage('v3')('automation.webhook_called'),
  ...legacyEventTypes.map(toUsage('v2')),
]);
