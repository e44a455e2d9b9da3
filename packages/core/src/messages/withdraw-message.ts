import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import type { MessageErrorRecord } from './message-event.js';
import { moveMessage } from './move-message.js';

export const campaignCanceled: MessageErrorRecord = {
  code: 'campaign_canceled',
  message: 'The campaign was canceled before the message was sent.',
};

const unsubscribed: MessageErrorRecord = {
  code: 'unsubscribed',
  message: 'The contact unsubscribed before the message of the campaign was sent.',
};

/** The outcome for the campaign send, as long as nothing was sent, and the error that the message shows. */
const endings = {
  canceled: { status: 'canceled', skippedReason: null, error: campaignCanceled },
  unsubscribed: { status: 'skipped', skippedReason: 'unsubscribed', error: unsubscribed },
} as const;

export type Withdrawal = keyof typeof endings;

/** Fails a message of a campaign that must no longer be sent and that the provider does not have. */
export async function withdrawMessage(
  transaction: Transaction,
  context: Context,
  { messageId, because }: { messageId: string; because: Withdrawal },
): Promise<void> {
  const { status, skippedReason, error } = endings[because];
  transaction.send(endSend, [context.tenantId, context.now(), messageId, status, skippedReason]);
  await moveMessage(transaction, context, { messageId, status: 'failed', errors: [error] });
}

const endSend = statement(
  'end-send-of-message',
  `update campaign_sends set status = $4::text::campaign_send_status, skipped_reason = $5::skipped_reason,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and message_id = $3::uuid and status = 'pending'
     and id = (select campaign_send_id from messages where tenant_id = $1::uuid and id = $3::uuid)`,
);
