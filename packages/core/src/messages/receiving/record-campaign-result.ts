import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isSeenSql } from '../../sql/seen-by-contact.js';
import type { Transaction } from '../../sql/transact.js';
import { answeredSql } from './find-answered-campaign.js';

/**
 * Records a reply on the send of the campaign that the message answers, if it answers one. The first reply counts. Nobody
 * waits for it, so it costs no round trip.
 */
export function recordReply(
  { send }: Transaction,
  { tenantId, now }: Context,
  { messageId, chatId }: { readonly messageId: string; readonly chatId: string },
): void {
  send(reply, [tenantId, messageId, chatId, now()]);
}

const reply = statement(
  'record-campaign-reply',
  `update campaign_sends set replied_at = $4::timestamptz, updated_at = $4::timestamptz
   where tenant_id = $1::uuid and replied_at is null and id = (${answeredSql('answered.campaign_send_id')})`,
);

/**
 * Records that the contact has unsubscribed on the send of the campaign that the message quotes, or else of the latest one
 * that the contact can have seen in the chat, no matter what was written since.
 */
export function recordOptOut(
  { send }: Transaction,
  { tenantId, now }: Context,
  { messageId, chatId }: { readonly messageId: string; readonly chatId: string },
): void {
  send(optOut, [tenantId, now(), messageId, chatId]);
}

/** The inner limit bounds the time for a chat with many messages. */
const optOut = statement(
  'record-campaign-opt-out',
  `update campaign_sends set opted_out_at = $2::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and opted_out_at is null and id = (
     select earlier.campaign_send_id from (
       select id, status, vendor_id, campaign_send_id from messages
       where tenant_id = $1::uuid and chat_id = $4::uuid and id < $3::uuid order by id desc limit 1000
     ) earlier
     where earlier.campaign_send_id is not null and ${isSeenSql('earlier')}
     order by earlier.id = (
       select reply_to_id from messages where tenant_id = $1::uuid and id = $3::uuid
     ) desc nulls last, earlier.id desc
     limit 1
   )`,
);
