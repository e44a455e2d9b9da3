import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { enqueueMessage, type NewMessage } from '../../messages/enqueue-message.js';
import type { Transaction } from '../../sql/transact.js';
import { findRunAddress } from './find-run-chat.js';
import type { LeasedRun } from './run.js';

export type MessageContent = Pick<NewMessage, 'text' | 'attachments' | 'template' | 'publicUrl'>;

/** Accepts a message of the run for sending. Its chat becomes the run's, and the campaign's place follows the first one. */
export async function sendRunMessage(
  transaction: Transaction,
  context: Context,
  { run, content }: { run: LeasedRun; content: MessageContent },
): Promise<{ messageId: string }> {
  const to = await findRunAddress(transaction, context, run);
  const { id: automationRunId, campaignSendId } = run;
  const message = await enqueueMessage(transaction, context, {
    ...content,
    to,
    automationRunId,
    campaignSendId,
  });
  const { tenantId, now } = context;
  await transaction.sql(link, [tenantId, now(), run.id, message.chatId, campaignSendId, message.id]);
  return { messageId: message.id };
}

const link = statement(
  'link-automation-run-message',
  `with run as (
     update automation_runs set chat_id = coalesce(chat_id, $4::uuid), updated_at = $2::timestamptz
     where tenant_id = $1::uuid and id = $3::uuid
   )
   update campaign_sends set message_id = $6::uuid, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $5::uuid and message_id is null`,
);
