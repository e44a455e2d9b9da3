import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { MessageOriginRecord } from '../../messages/message-details.js';
import { enqueueMessage } from '../../messages/sending/enqueue-message.js';
import type { NewMessage } from '../../messages/sending/new-message.js';
import type { Transaction } from '../../sql/transact.js';
import { findRunAddress } from './find-run-chat.js';
import type { LeasedRun } from './run.js';
import { settleSend } from './settle-send.js';
import type { StepEffect } from './step-effect.js';

export type MessageContent = Pick<
  NewMessage,
  'text' | 'attachments' | 'mediaFileId' | 'template' | 'interactive' | 'limitsOf'
>;

/**
 * Enqueues a message of the run. Its chat becomes the chat of the run, and the campaign send gets the status of the
 * first message. For a contact who has unsubscribed, the run of a campaign ends here instead.
 */
export async function sendRunMessage(
  transaction: Transaction,
  context: Context,
  { run, content }: { run: LeasedRun; content: MessageContent },
): Promise<StepEffect> {
  const { tenantId, now } = context;
  const { id: automationRunId, campaignSendId } = run;
  if (campaignSendId !== null) {
    const [unsubscribed] = await transaction.sql(findUnsubscribed, [tenantId, run.contactId]);
    if (unsubscribed !== undefined) {
      settleSend(transaction, context, { campaignSendId, end: 'unsubscribed' });
      return { continueAt: { kind: 'end' } };
    }
  }
  const to = await findRunAddress(transaction, context, run);
  const message = await enqueueMessage(transaction, context, {
    ...content,
    to,
    automationRunId,
    campaignSendId,
    followsReply: campaignSendId !== null && run.followsReply,
    origin: originOf(run),
  });
  const { id: messageId, chatId, channelId } = message;
  transaction.send(link, [tenantId, now(), run.id, chatId, campaignSendId, messageId, channelId]);
  return { result: { messageId } };
}

function originOf({ campaignId, automationId }: LeasedRun): MessageOriginRecord {
  if (campaignId !== null) return { type: 'campaign', id: campaignId };
  return { type: 'automation', id: automationId };
}

const findUnsubscribed = statement<{ id: string }>(
  'find-unsubscribed-contact',
  `select id from contacts where tenant_id = $1::uuid and id = $2::uuid and not is_subscribed`,
);

const link = statement(
  'link-automation-run-message',
  `with run as (
     update automation_runs set chat_id = coalesce(chat_id, $4::uuid), channel_id = coalesce(channel_id, $7::uuid),
       updated_at = $2::timestamptz
     where tenant_id = $1::uuid and id = $3::uuid
   )
   update campaign_sends set message_id = $6::uuid, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $5::uuid and message_id is null`,
);
