import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { transact } from '../sql/transact.js';
import { startTriggeredRuns } from '../triggers/start-triggered-runs.js';
import { scheduleEndOfSnooze } from './change-chat-status.js';
import { recordChatUpdated } from './record-chat-updated.js';

/**
 * Opens a chat whose snooze is over, and triggers automations in the chain of the snooze; otherwise an automation
 * that snoozes opened chats would run forever. A snooze that ends later by this process's clock is scheduled again.
 * Returns false when there is nothing to open.
 */
export function endSnooze(context: Context, chatId: string): Promise<boolean> {
  return transact(context, async (transaction) => {
    const { tenantId, now } = context;
    const [chat] = await transaction.sql(lockSnoozed, [tenantId, chatId]);
    if (chat === undefined) return false;
    if (chat.snoozedUntil > now()) {
      scheduleEndOfSnooze(transaction, context, { chatId, at: chat.snoozedUntil });
      return false;
    }
    await transaction.sql(open, [tenantId, chatId, now()]);
    const { channelId, contactId } = await recordChatUpdated(transaction, context, chatId);
    await startTriggeredRuns(transaction, context, {
      type: 'chat_opened',
      chatId,
      channelId,
      contactId,
      chainId: chat.chainId ?? undefined,
    });
    return true;
  });
}

const lockSnoozed = statement<{ snoozedUntil: Date; chainId: string | null }>(
  'lock-snoozed-chat',
  `select snoozed_until as "snoozedUntil", snooze_chain_id as "chainId" from chats
   where tenant_id = $1::uuid and id = $2::uuid and status = 'snoozed' and snoozed_until is not null
   for no key update`,
);

const open = statement(
  'end-snooze',
  `update chats set status = 'open', snoozed_until = null, updated_at = $3::timestamptz
   where tenant_id = $1::uuid and id = $2::uuid`,
);
