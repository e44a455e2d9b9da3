import type { Evidence } from './evidence.js';
import type { Receipt } from './receiver.js';

export interface Recorded {
  /** The ids of the events in the database. */
  readonly recorded: ReadonlySet<string>;
  /** The facts in the rows of the database, as an event would report them. */
  readonly rows: ReadonlySet<string>;
  /** The ids of the events that were refused and may wait for their next attempt. */
  readonly waiting: ReadonlySet<string>;
}

/**
 * Checks that every write is reported by one event, that every event is delivered, and that nothing else is reported.
 */
export function findEventBreaches(
  { acknowledged, receiver: { receipts, reported }, isOfTwoReleases }: Evidence,
  { recorded, rows, waiting }: Recorded,
): string[] {
  const received = new Set(receipts.map(({ eventId }) => eventId));
  // A request that was refused has delivered nothing.
  const accepted = new Set(receipts.filter(({ isAccepted }) => isAccepted).map(({ eventId }) => eventId));
  const expected = acknowledged.flatMap((write) => ('fact' in write && write.fact ? [write.fact] : []));
  const facts = [...reported.keys()];
  return [
    ...[...recorded]
      .filter((id) => !accepted.has(id) && !waiting.has(id))
      .map((id) => `event ${id} was recorded, but never delivered`),
    ...[...received]
      .filter((id) => !recorded.has(id))
      .map((id) => `event ${id} was delivered, but never committed`),
    ...expected
      .filter((fact) => !reported.has(fact))
      .map((fact) => `"${fact}" was acknowledged, but its event never arrived`),
    ...facts
      .filter((fact) => isOfRow.test(fact) && !rows.has(fact))
      .map((fact) => `"${fact}" was reported, but is not in the database`),
    ...facts
      .filter((fact) => (reported.get(fact)?.size ?? 0) > 1)
      .map((fact) => `"${fact}" was reported by ${reported.get(fact)?.size} events`),
    ...findChanged(receipts, isOfTwoReleases ? 'hashOfValues' : 'hash'),
  ];
}

/** Each status of a chat overwrites the previous one, so most statuses are no longer in a row. */
const isOfRow = /^(inbound|label|message) /;

/** The id and the body of an event are the same in all its deliveries. */
function findChanged(receipts: readonly Receipt[], compared: 'hash' | 'hashOfValues'): string[] {
  const hashes = new Map<string, string>();
  const changed = new Set<string>();
  for (const { eventId, [compared]: hash } of receipts) {
    if ((hashes.get(eventId) ?? hash) !== hash) changed.add(eventId);
    hashes.set(eventId, hash);
  }
  return [...changed].map((id) => `event ${id} arrived with two bodies`);
}
