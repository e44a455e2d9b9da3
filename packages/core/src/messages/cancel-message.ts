import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import type { MessageErrorRecord } from './message-event.js';
import { moveMessage } from './move-message.js';

export const campaignCanceled: MessageErrorRecord = {
  code: 'campaign_canceled',
  message: 'The campaign was canceled before the message was sent.',
};

/** Ends a message whose campaign was stopped while a sender had it in hand, and which the provider did not take. */
export async function cancelMessage(
  transaction: Transaction,
  context: Context,
  messageId: string,
): Promise<void> {
  await transaction.sql(cancelPlace, [context.tenantId, context.now(), messageId]);
  await moveMessage(transaction, context, { messageId, status: 'failed', errors: [campaignCanceled] });
}

const cancelPlace = statement(
  'cancel-place-of-message',
  `update campaign_sends set status = 'canceled', updated_at = $2::timestamptz
   where tenant_id = $1::uuid and message_id = $3::uuid and status = 'pending'`,
);
