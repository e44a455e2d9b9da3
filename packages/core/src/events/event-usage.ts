import type { Usage } from '../api-usage/counting/usage.js';
import { eventTypes, legacyEventTypes } from './event-type.js';

/** Returns the name by which a type of event is counted; undefined if no version of the contract has the type. */
export function findEventUsage(eventType: string): Usage | undefined {
  return usages.get(eventType);
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
