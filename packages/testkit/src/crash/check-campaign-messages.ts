import type { Database } from '@parley/database';
import type { Evidence } from './evidence.js';
import { sendingOf } from './provider.js';
import { tellsOf } from './tells.js';

/** A text message of a campaign, as it ended. */
export interface CampaignMessage {
  readonly id: string;
  readonly sendId: string;
  readonly status: string;
  readonly to: string;
  readonly text: string;
  readonly errorCode: string | null;
}

export async function readCampaignMessages(pool: Database['pool']): Promise<readonly CampaignMessage[]> {
  const { rows } = await pool.query<CampaignMessage>(
    `select message.id, message.campaign_send_id as "sendId", message.status, handle.value as "to", message.text,
       message.errors -> 0 ->> 'code' as "errorCode"
     from messages message
     join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
     join handles handle on handle.tenant_id = chat.tenant_id and handle.id = chat.handle_id
     where message.sender = 'outbound' and message.campaign_send_id is not null`,
  );
  return rows;
}

/** The provider of the test reports no statuses, and so a message ends as one of the two. */
export function outcomeOf({ status }: CampaignMessage): 'sent' | 'failed' {
  return status === 'failed' ? 'failed' : 'sent';
}

/** A message that is sent went out once and was told; one in doubt was given up and told; nothing else went out. */
export function findMessageBreaches(
  messages: readonly CampaignMessage[],
  { provider: { sent }, receiver: { told } }: Evidence,
): string[] {
  const known = new Set(messages.map(({ to, text }) => sendingOf(to, text)));
  const sends = new Set<string>();
  const broken: string[] = [];
  for (const message of messages) {
    const { id, sendId, status, errorCode } = message;
    const outcome = outcomeOf(message);
    if (status === 'pending') broken.push(`message ${id} is still pending`);
    else if (!told.has(tellsOf.message(id, outcome)))
      broken.push(`message ${id} is ${status} and was not told`);
    if (outcome === 'sent' && !sent.has(sendingOf(message.to, message.text)))
      broken.push(`message ${id} is ${status} and the provider never got it`);
    if (outcome === 'failed' && errorCode !== inDoubt) broken.push(`message ${id} failed with ${errorCode}`);
    if (sends.has(sendId)) broken.push(`recipient ${sendId} of an occurrence has two messages`);
    sends.add(sendId);
  }
  for (const [sending, count] of sent) {
    if (count > 1) broken.push(`the provider was asked ${count} times to send "${sending}"`);
    if (!known.has(sending)) broken.push(`the provider was asked to send "${sending}", which is not there`);
  }
  return broken;
}

/** The only failure that a kill may cause: nobody knows whether the provider has the message. */
const inDoubt = 'delivery_unknown';
