import type { Database } from '@parley/database';
import type { Provider } from './provider.js';
import type { Receipt, Receiver } from './receiver.js';
import { type AcknowledgedWrite, recipientsPerCampaign } from './writes.js';

/** What was promised and not kept, as sentences, and what is allowed but worth knowing. */
export interface Verdict {
  readonly broken: readonly string[];
  /** Deliveries of an event beyond its first. */
  readonly duplicates: number;
  readonly events: number;
  readonly messagesSent: number;
  /** Messages of which nobody can know whether the provider took them; they are not sent again. */
  readonly messagesInDoubt: number;
}

export async function checkPromises(
  { pool }: Database,
  {
    acknowledged,
    receiver,
    provider,
  }: { acknowledged: readonly AcknowledgedWrite[]; receiver: Receiver; provider: Provider },
): Promise<Verdict> {
  const { receipts } = receiver;
  const { rows: events } = await pool.query<{ id: string }>('select id from events');
  const known = new Set(events.map(({ id }) => id));
  const received = new Set(receipts.map(({ eventId }) => eventId));
  const { rows: doubtful } = await pool.query(
    `select id from messages where sender = 'outbound' and status = 'failed'`,
  );
  return {
    broken: [
      ...(await findMissing(pool, acknowledged)),
      ...findUntold(acknowledged, receiver),
      ...[...known]
        .filter((id) => !received.has(id))
        .map((id) => `event ${id} was recorded and never delivered`),
      ...[...received]
        .filter((id) => !known.has(id))
        .map((id) => `event ${id} was delivered and never committed`),
      ...findChanged(receipts),
      ...findTwice(provider),
      ...(await findTwiceInside(pool)),
    ],
    duplicates: receipts.length - received.size,
    events: known.size,
    messagesSent: provider.sent.size,
    messagesInDoubt: doubtful.length,
  };
}

async function findMissing(
  pool: Database['pool'],
  acknowledged: readonly AcknowledgedWrite[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const [kind, statement] of Object.entries(rowsThere)) {
    const { rows } = await pool.query<{ row: string }>(statement);
    const there = new Set(rows.map(({ row }) => row));
    for (const write of acknowledged) {
      if (write.kind !== kind || write.row === undefined || there.has(write.row)) continue;
      missing.push(`${kind} ${write.row} was answered with success and is not there`);
    }
  }
  return missing;
}

/** A campaign is there with a message to each of its recipients. */
const rowsThere = {
  inbound: `select vendor_id as row from messages where sender = 'inbound'`,
  label: `select contact_id || ' ' || label_id as row from contact_labels`,
  campaign: `select campaign.name as row from campaigns campaign
    join campaign_sends send on send.tenant_id = campaign.tenant_id and send.campaign_id = campaign.id
    join messages message on message.tenant_id = send.tenant_id and message.campaign_send_id = send.id
    group by campaign.id, campaign.name having count(*) = ${recipientsPerCampaign}`,
};

function findUntold(acknowledged: readonly AcknowledgedWrite[], { told }: Receiver): string[] {
  return acknowledged
    .flatMap(({ tells }) => tells ?? [])
    .filter((sentence) => !told.has(sentence))
    .map((sentence) => `"${sentence}" was answered with success and its event never came`);
}

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

function findTwice({ sent }: Provider): string[] {
  return [...sent]
    .filter(([, count]) => count > 1)
    .map(([message, count]) => `the provider was asked ${count} times to send "${message}"`);
}

async function findTwiceInside(pool: Database['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ send: string; count: string }>(
    `select campaign_send_id as send, count(*) from messages where campaign_send_id is not null
     group by campaign_send_id having count(*) > 1`,
  );
  return rows.map(({ send, count }) => `recipient ${send} of an occurrence has ${count} messages`);
}
