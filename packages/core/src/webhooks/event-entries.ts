import type { Prisma } from '@parley/database';
import type { EventType, LegacyEventType } from '../events/event-type.js';
import type { WebhookScope } from './webhook-record.js';

export interface WebhookEventInput {
  /** Default, as null, is every type. */
  readonly type?: EventType | LegacyEventType | null;
  /** Default, as an empty list, is every channel. */
  readonly scopes?: readonly WebhookScope[];
}

export type EventEntry = Pick<
  Prisma.WebhookEventCreateManyInput,
  'position' | 'type' | 'scopes' | 'channelIds'
>;

/**
 * Returns the event list of a webhook as rows. The scopes are stored as they were written, together with the channel
 * ids that are compared when an event is recorded.
 */
export function eventEntries(events: readonly WebhookEventInput[]): EventEntry[] {
  return events.map(({ type = null, scopes }, position) => ({
    position,
    type,
    ...(scopes && { scopes: scopes.map((scope) => ({ type: scope.type, ids: [...scope.ids] })) }),
    channelIds: channelIdsOf(scopes ?? []),
  }));
}

/** A scope without ids, or a list that contains such a scope, means every channel. */
function channelIdsOf(scopes: readonly WebhookScope[]): string[] {
  if (scopes.some(({ ids }) => ids.length === 0)) return [];
  return [...new Set(scopes.flatMap(({ ids }) => ids.map((id) => id.toLowerCase())))];
}
