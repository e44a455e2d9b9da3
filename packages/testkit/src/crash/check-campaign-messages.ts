import type { Database } from '@parley/database';
import { factOf } from './event-facts.js';
import type { Evidence } from './evidence.js';
import { sendingOf } from './provider.js';

/** The final state of a text message of a campaign. */
export interface CampaignMessage {
  readonly id: string;
  readonly campaignId: string;
  readonly campaignStatus: string;
  readonly occursAt: Date;
  readonly status: string;
  readonly to: string;
  readonly text: string;
  readonly errorCode: string | null;
}

export async function readCampaignMessages(pool: Database['pool']): Promise<readonly CampaignMessage[]> {
  const { rows } = await pool.query<CampaignMessage>(
    `select message.id, campaign.id as "campaignId", campaign.status as "campaignStatus",
       occurrence.occurs_at as "occursAt", message.status, handle.value as "to", message.text,
       message.errors -> 0 ->> 'code' as "errorCode"
     from messages message
     join campaign_sends send on send.tenant_id = message.tenant_id and send.id = message.campaign_send_id
     join campaign_occurrences occurrence on occurrence.tenant_id = send.tenant_id and occurrence.id = send.occurrence_id
     join campaigns campaign on campaign.tenant_id = send.tenant_id and campaign.id = send.campaign_id
     join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
     join handles handle on handle.tenant_id = chat.tenant_id and handle.id = chat.handle_id
     where message.sender = 'outbound'`,
  );
  return rows;
}

/** The provider of the test reports no statuses, so a message ends as one of these two. */
export function outcomeOf({ status }: CampaignMessage): 'sent' | 'failed' {
  return status === 'failed' ? 'failed' : 'sent';
}

/**
 * Checks that each sent message was sent once and reported by an event, that each message in doubt failed and was
 * reported too, and that nothing else was sent.
 */
export function findMessageBreaches(
  messages: readonly CampaignMessage[],
  { provider: { sent }, receiver: { reported } }: Evidence,
): string[] {
  const known = new Set(messages.map(sendingOf));
  const reached = new Set<string>();
  const broken: string[] = [];
  for (const message of messages) {
    const { id, status, errorCode, campaignId, occursAt, to } = message;
    const outcome = outcomeOf(message);
    if (status === 'pending') broken.push(`message ${id} is still pending`);
    else if (!reported.has(factOf.message(id, outcome)))
      broken.push(`message ${id} is ${status}, but no event reported it`);
    if (outcome === 'sent' && !sent.has(sendingOf(message)))
      broken.push(`message ${id} is ${status}, but the provider never received it`);
    if (outcome === 'failed' && !isExcused(message)) broken.push(`message ${id} failed with ${errorCode}`);
    // Found by the time and the phone number, not by the unique keys that should prevent it.
    const recipient = `${to} from campaign ${campaignId} at ${occursAt.toISOString()}`;
    if (reached.has(recipient)) broken.push(`there are two messages to ${recipient}`);
    reached.add(recipient);
  }
  for (const [sending, count] of sent) {
    if (count > 1) broken.push(`the provider was asked ${count} times to send "${sending}"`);
    if (!known.has(sending))
      broken.push(`the provider was asked to send "${sending}", which is not in the database`);
  }
  return broken;
}

/**
 * A kill may cause only one kind of failure: it is unknown whether the provider has the message. A canceled campaign
 * also fails its unsent messages.
 */
function isExcused({ errorCode, campaignStatus }: CampaignMessage): boolean {
  return (
    errorCode === 'delivery_unknown' || (errorCode === 'campaign_canceled' && campaignStatus === 'canceled')
  );
}
