import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isSeenSql } from '../../sql/seen-by-contact.js';
import type { Transaction } from '../../sql/transact.js';

interface StoredMessage {
  readonly messageId: string;
  readonly chatId: string;
}

interface AnsweredCampaign {
  readonly campaignId: string;
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
  return answered?.campaignId;
}

/**
 * Returns a query of the message of a campaign that the contact's message `$2` in the chat `$3` answers. Ids are compared
 * and not times: providers report times in whole seconds, so that a reply can seem to be earlier than the message. A
 * message that the contact cannot have seen is not before any other.
 */
export function answeredSql(columns: string): string {
  // Without the inner limit, a chat with many messages that failed would be read to its beginning.
  return `select ${columns}
   from messages answered
   join campaigns campaign on campaign.tenant_id = answered.tenant_id and campaign.id = answered.origin_id
   where answered.tenant_id = $1::uuid and answered.chat_id = $3::uuid
     and answered.id = coalesce((
       select reply_to_id from messages own where own.tenant_id = $1::uuid and own.id = $2::uuid
     ), (
       select before.id from (
         select id, sender, status, vendor_id from messages
         where tenant_id = $1::uuid and chat_id = $3::uuid and id < $2::uuid
         order by id desc limit 1000
       ) before
       where before.sender = 'inbound' or ${isSeenSql('before')}
       order by before.id desc limit 1
     ))
     and answered.origin_type = 'campaign' and ${isSeenSql('answered')}`;
}

const find = statement<AnsweredCampaign>(
  'find-answered-campaign',
  answeredSql('campaign.id as "campaignId"'),
);
