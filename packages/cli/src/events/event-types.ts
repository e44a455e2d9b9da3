import type { Event } from '@parley/client';

/** The types of events, for completion. A newer service can have more, so the service checks them. */
export const eventTypes = Object.keys({
  'message.received': true,
  'message.sent': true,
  'message.updated': true,
  'chat.created': true,
  'chat.updated': true,
  'chat.deleted': true,
  'chat.note_added': true,
  'contact.created': true,
  'contact.updated': true,
  'contact.deleted': true,
  'contact.merged': true,
  'message_template.updated': true,
  'campaign.completed': true,
  'campaign.failed': true,
  'automation.run_failed': true,
  'channel.failing': true,
} satisfies Record<Event['event'], true>);

/** Reads `--events a,b --events c`; undefined means every type. */
export function readEventTypes(given: readonly string[] | undefined): readonly string[] | undefined {
  const types = (given ?? []).flatMap((each) => each.split(',')).map((each) => each.trim());
  const named = types.filter((type) => type !== '');
  return named.length > 0 ? [...new Set(named)] : undefined;
}
