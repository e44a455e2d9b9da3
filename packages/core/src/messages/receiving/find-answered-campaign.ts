import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';

interface StoredMessage {
  readonly messageId: string;
  readonly chatId: string;
}

/**
 * Returns the campaign to which a message of a contact replies: that of the message which it quotes, or else of the message
 * before it. A second message of the contact is then no longer a reply to the campaign.
 */
export async function findAnsweredCampaign(
  { sql }: Transaction,
  { tenantId }: Context,
  { messageId, chatId }: StoredMessage,
): Promise<string | undefined> {
  const [answered] = await sql(find, [tenantId, messageId, chatId]);
  return answered?.campaignId ?? undefined;
}

/**
 * Ids are compared and not times: providers report times in whole seconds, so that a reply can seem to be earlier than
 * the message. A message that was not sent is not before any other.
 */
const find = statement<{ campaignId: string | null }>(
  'find-answered-campaign',
  `with own as (
     select reply_to_id from messages where tenant_id = $1::uuid and id = $2::uuid
   )
   select answered.origin_id as "campaignId"
   from messages answered
   where answered.tenant_id = $1::uuid and answered.chat_id = $3::uuid
     and answered.id = coalesce((select reply_to_id from own), (
       select before.id from messages before
       where before.tenant_id = $1::uuid and before.chat_id = $3::uuid and before.id < $2::uuid
         and before.status not in ('scheduled', 'canceled')
       order by before.id desc limit 1
     ))
     and answered.origin_type = 'campaign' and answered.status <> 'failed'`,
);
