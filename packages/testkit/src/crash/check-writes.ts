import type { Database } from '@parley/database';
import { type CampaignMessage, outcomeOf } from './check-campaign-messages.js';
import { factOf } from './event-facts.js';
import type { Evidence } from './evidence.js';
import { type AcknowledgedWrite, type ChatState, recipientsPerCampaign } from './writes.js';

/** Finds acknowledged writes that are not in the database. */
export async function findWriteBreaches(
  pool: Database['pool'],
  { acknowledged, receiver }: Evidence,
  rows: ReadonlySet<string>,
): Promise<string[]> {
  const { rows: complete } = await pool.query<{ name: string }>(completeCampaigns);
  const names = new Set(complete.map(({ name }) => name));
  const missing = acknowledged.flatMap((write) => {
    if (write.kind === 'campaign') return names.has(write.name) ? [] : [`campaign ${write.name}`];
    return write.kind === 'status' || rows.has(write.fact) ? [] : [write.fact];
  });
  return [
    ...missing.map((what) => `"${what}" was acknowledged, but is not in the database`),
    ...findLostStatuses(await readChats(pool), acknowledged, receiver),
  ];
}

/** Returns the facts in the rows, as an event would report them. */
export async function readRowFacts(
  pool: Database['pool'],
  messages: readonly CampaignMessage[],
): Promise<ReadonlySet<string>> {
  const inbound = await pool.query<{ vendorId: string }>(
    `select vendor_id as "vendorId" from messages where sender = 'inbound'`,
  );
  const labels = await pool.query<{ contactId: string; labelId: string }>(
    'select contact_id as "contactId", label_id as "labelId" from contact_labels',
  );
  return new Set([
    ...inbound.rows.map(({ vendorId }) => factOf.inbound(vendorId)),
    ...labels.rows.map(({ contactId, labelId }) => factOf.label(contactId, labelId)),
    ...messages.map((message) => factOf.message(message.id, outcomeOf(message))),
  ]);
}

/** The campaigns that have a message to each of their recipients. */
const completeCampaigns = `select campaign.name from campaigns campaign
  join campaign_sends send on send.tenant_id = campaign.tenant_id and send.campaign_id = campaign.id
  join messages message on message.tenant_id = send.tenant_id and message.campaign_send_id = send.id
  group by campaign.id, campaign.name having count(*) = ${recipientsPerCampaign}`;

async function readChats(pool: Database['pool']): Promise<ReadonlyMap<string, ChatState>> {
  const { rows } = await pool.query<{ id: string; status: string; updatedAt: Date }>(
    'select id, status, updated_at as "updatedAt" from chats',
  );
  return new Map(rows.map((row) => [row.id, { ...row, updatedAt: row.updatedAt.toISOString() }]));
}

/**
 * A chat must have the state of the last response. Only a write without a response can be later, and an event reports
 * it.
 */
function findLostStatuses(
  chats: ReadonlyMap<string, ChatState>,
  acknowledged: readonly AcknowledgedWrite[],
  { reported }: Evidence['receiver'],
): string[] {
  const responses = acknowledged.flatMap((write) => (write.kind === 'status' ? [write.chat] : []));
  const last = new Map(responses.map((chat) => [chat.id, chat]));
  return [...last.values()].flatMap((response) => {
    const chat = chats.get(response.id);
    if (chat === undefined) return [`chat ${response.id} does not exist`];
    const { id, status, updatedAt } = chat;
    const isAsAcknowledged = status === response.status && updatedAt === response.updatedAt;
    const isLater = updatedAt > response.updatedAt && reported.has(factOf.status(id, status, updatedAt));
    if (isAsAcknowledged || isLater) return [];
    return [
      `chat ${id} was acknowledged as ${response.status} at ${response.updatedAt} and is ${status} at ${updatedAt}`,
    ];
  });
}
