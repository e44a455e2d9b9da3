import type { Evidence } from './evidence.js';
import type { Receipt } from './receiver.js';

export interface Recorded {
  /** The ids of the events in the database. */
  readonly recorded: ReadonlySet<string>;
  /** What the rows in the database would have an event tell. */
  readonly rows: ReadonlySet<string>;
  /** The ids of the events that were refused and may wait for their next attempt. */
  readonly waiting: ReadonlySet<string>;
}

/** Every write is told by one event, every event is delivered, and nothing else is told. */
export function findEventBreaches(
  { acknowledged, receiver: { receipts, told } }: Evidence,
  { recorded, rows, waiting }: Recorded,
): string[] {
  const received = new Set(receipts.map(({ eventId }) => eventId));
  // A request that was refused has delivered nothing.
  const taken = new Set(receipts.filter(({ isTaken }) => isTaken).map(({ eventId }) => eventId));
  const expected = acknowledged.flatMap((write) => ('tells' in write && write.tells ? [write.tells] : []));
  const sentences = [...told.keys()];
  return [
    ...[...recorded]
      .filter((id) => !taken.has(id) && !waiting.has(id))
      .map((id) => `event ${id} was recorded and never delivered`),
    ...[...received]
      .filter((id) => !recorded.has(id))
      .map((id) => `event ${id} was delivered and never committed`),
    ...expected
      .filter((sentence) => !told.has(sentence))
      .map((sentence) => `"${sentence}" was acknowledged and its event never came`),
    ...sentences
      .filter((sentence) => isOfRow.test(sentence) && !rows.has(sentence))
      .map((sentence) => `"${sentence}" was told and is not there`),
    ...sentences
      .filter((sentence) => (told.get(sentence)?.size ?? 0) > 1)
      .map((sentence) => `"${sentence}" was told by ${told.get(sentence)?.size} events`),
    ...findChanged(receipts),
  ];
}

/** The status of a chat is written over by the next one, and so most of them are not there any more. */
const isOfRow = /^(inbound|label|message) /;

/** The id and the body of an event stay the same over all its deliveries. */
function findChanged(receipts: readonly Receipt[]): string[] {
  const hashes = new Map<string, string>();
  const changed = new Set<string>();
  for (const { eventId, hash } of receipts) {
    if ((hashes.get(eventId) ?? hash) !== hash) changed.add(eventId);
    hashes.set(eventId, hash);
  }
  return [...changed].map((id) => `event ${id} came with two bodies`);
}
