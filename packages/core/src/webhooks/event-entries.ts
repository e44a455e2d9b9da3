import type { Prisma } from '@parley/database';
import type { EventType, LegacyEventType } from '../events/event-type.js';
import type { WebhookScope } from './webhook-record.js';

export interface WebhookEventInput {
  /** Left out or null: every type of v3. */
  readonly type?: EventType | LegacyEventType | null;
  /** Left out or empty: every channel. */
  readonly scopes?: readonly WebhookScope[];
}

export type EventEntry = Pick<
  Prisma.WebhookEventCreateManyInput,
  'position' | 'type' | 'scopes' | 'channelIds'
>;

/** The list of a webhook as rows; the scopes are kept as they were written, beside what the fan-out asks. */
export function eventEntries(events: readonly WebhookEventInput[]): EventEntry[] {
  return events.map(({ type = null, scopes }, position) => ({
    position,
    type,
    ...(scopes && { scopes: scopes.map((scope) => ({ type: scope.type, ids: [...scope.ids] })) }),
    channelIds: channelIdsOf(scopes ?? []),
  }));
}

/** A scope without ids means every channel, and so does a list with such a scope in it. */
function channelIdsOf(scopes: readonly WebhookScope[]): string[] {
  if (scopes.some(({ ids }) => ids.length === 0)) return [];
  return [...new Set(scopes.flatMap(({ ids }) => ids.map((id) => id.toLowerCase())))];
}
