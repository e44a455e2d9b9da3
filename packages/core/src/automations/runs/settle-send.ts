import { type CampaignSendStatus, type SkippedReason, statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';

/** The outcome of a campaign send whose run ends without a message. The first outcome counts. */
const settledBy = {
  completed: { status: 'skipped', reason: 'no_message' },
  failed: { status: 'failed', reason: null },
  canceled: { status: 'canceled', reason: null },
  unsubscribed: { status: 'skipped', reason: 'unsubscribed' },
} as const satisfies Record<string, { status: CampaignSendStatus; reason: SkippedReason | null }>;

export type RunEnd = keyof typeof settledBy;

/**
 * Settles the send of a run that has ended. A send with a message has the status of the message, regardless of the run.
 */
export function settleSend(
  { send }: Transaction,
  { tenantId, now }: Context,
  { campaignSendId, end }: { campaignSendId: string | null; end: RunEnd },
): void {
  if (campaignSendId === null) return;
  const { status, reason } = settledBy[end];
  send(settle, [tenantId, now(), campaignSendId, status, reason]);
}

const settle = statement(
  'settle-campaign-send',
  `update campaign_sends set status = $4::campaign_send_status, skipped_reason = $5::skipped_reason, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and status = 'pending' and message_id is null`,
);
