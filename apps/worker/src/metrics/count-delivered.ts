import { findEventUsage, type UsageCounter } from '@parley/core';

/** Counts an event that a receiver has accepted. */
export type CountDelivered = (delivered: { readonly tenantId: string; readonly eventType: string }) => void;

/** Without a counter, nothing is counted. A webhook belongs to the workspace, so the count has no API key. */
export function createDeliveredCounter(counter: UsageCounter | undefined): CountDelivered {
  return ({ tenantId, eventType }) => {
    const usage = findEventUsage(eventType);
    if (usage) counter?.count({ tenantId, keyId: undefined }, [usage]);
  };
}
