import type { Database } from '@parley/database';
import { findMessageBreaches, readCampaignMessages } from './check-campaign-messages.js';
import { findResultBreaches } from './check-campaign-results.js';
import { findEventBreaches } from './check-events.js';
import { completeOccurrences, findOccurrenceBreaches, readOccurrences } from './check-occurrences.js';
import { findWriteBreaches, readRowFacts } from './check-writes.js';
import type { Evidence } from './evidence.js';
import type { Receipt } from './receiver.js';
import { unfinishedDeliveries, waitingDeliveries } from './unfinished-deliveries.js';

/** The violated guarantees as sentences, and figures about what is allowed. */
export interface Verdict {
  readonly broken: readonly string[];
  /** Deliveries of an event that the receiver had already accepted. */
  readonly duplicates: number;
  readonly events: number;
  readonly messagesSent: number;
  /** Messages that the provider may or may not have accepted; they are not sent again. */
  readonly messagesInDoubt: number;
  /** How often campaigns recurred and reached every recipient. */
  readonly occurrences: number;
}

export async function checkPromises({ pool }: Database, evidence: Evidence): Promise<Verdict> {
  const { receiver, provider } = evidence;
  const { rows: events } = await pool.query<{ id: string }>('select id from events');
  const { rows: waiting } = await pool.query<{ eventId: string }>(waitingDeliveries);
  const messages = await readCampaignMessages(pool);
  const occurrences = await readOccurrences(pool);
  const rows = await readRowFacts(pool, messages);
  return {
    broken: [
      ...(await findWriteBreaches(pool, evidence, rows)),
      ...findEventBreaches(evidence, {
        recorded: new Set(events.map(({ id }) => id)),
        rows,
        waiting: new Set(waiting.map(({ eventId }) => eventId)),
      }),
      ...findMessageBreaches(messages, evidence),
      ...findOccurrenceBreaches(occurrences, evidence),
      ...(await findResultBreaches(pool)),
      ...(await findStuck(pool)),
    ],
    duplicates: countDuplicates(receiver.receipts),
    events: events.length,
    messagesSent: provider.sent.size,
    messagesInDoubt: messages.filter(({ errorCode }) => errorCode === 'delivery_unknown').length,
    occurrences: completeOccurrences(occurrences, evidence.recurring).length,
  };
}

async function findStuck(pool: Database['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; status: string; attemptCount: number }>(
    unfinishedDeliveries,
  );
  return rows.map(
    ({ id, status, attemptCount }) => `delivery ${id} is ${status} after ${attemptCount} attempts`,
  );
}

function countDuplicates(receipts: readonly Receipt[]): number {
  const accepted = new Set<string>();
  let duplicates = 0;
  for (const { eventId, isAccepted } of receipts) {
    if (accepted.has(eventId)) duplicates += 1;
    if (isAccepted) accepted.add(eventId);
  }
  return duplicates;
}
