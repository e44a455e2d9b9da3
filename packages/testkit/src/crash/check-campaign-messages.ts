import type { Database } from '@parley/database';
import { factOf } from './event-facts.js';
import type { Evidence } from './evidence.js';
import { sendingOf } from './provider.js';

/** A text message of a campaign, as it ended. */
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
 * A sent message went out once and was reported by an event. A message in doubt failed and was reported too. Nothing
 * else went out.
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
      broken.push(`message ${id} is ${status} and no event reported it`);
    if (outcome === 'sent' && !sent.has(sendingOf(message)))
      broken.push(`message ${id} is ${status} and the provider never got it`);
    if (outcome === 'failed' && !isExcused(message)) broken.push(`message ${id} failed with ${errorCode}`);
    // Found by the moment and the phone number, not by the unique keys that should prevent it.
    const recipient = `${to} from campaign ${campaignId} at ${occursAt.toISOString()}`;
    if (reached.has(recipient)) broken.push(`there are two messages to ${recipient}`);
    reached.add(recipient);
  }
  for (const [sending, count] of sent) {
    if (count > 1) broken.push(`the provider was asked ${count} times to send "${sending}"`);
    if (!known.has(sending)) broken.push(`the provider was asked to send "${sending}", which is not there`);
  }
  return broken;
}

/**
 * A kill may cause one failure only: nobody knows whether the provider has the message. A campaign that was canceled
 * also fails the messages that it has not sent.
 */
function isExcused({ errorCode, campaignStatus }: CampaignMessage): boolean {
  return (
    errorCode === 'delivery_unknown' || (errorCode === 'campaign_canceled' && campaignStatus === 'canceled')
  );
}
