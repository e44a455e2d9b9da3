import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { MessageOriginRecord } from '../../messages/message-details.js';
import { enqueueMessage } from '../../messages/sending/enqueue-message.js';
import type { NewMessage } from '../../messages/sending/new-message.js';
import type { Transaction } from '../../sql/transact.js';
import { readRunChat, toAddress } from './find-run-chat.js';
import type { LeasedRun } from './run.js';
import { settleSend } from './settle-send.js';
import type { StepEffect } from './step-effect.js';

export type MessageContent = Pick<
  NewMessage,
  'text' | 'attachments' | 'mediaFileId' | 'template' | 'interactive' | 'limitsOf'
>;

/**
 * Enqueues a message of the run. The caller stores the chat of the message with the run. The campaign send gets the status of
 * the first message. For a contact who has unsubscribed, the run of a campaign ends here instead.
 */
export async function sendRunMessage(
  transaction: Transaction,
  context: Context,
  { run, content }: { run: LeasedRun; content: MessageContent },
): Promise<StepEffect> {
  const { tenantId, now } = context;
  const { id: automationRunId, campaignSendId } = run;
  const found = await readRunChat(transaction, context, run);
  if (campaignSendId !== null && !found.isSubscribed) {
    settleSend(transaction, context, { campaignSendId, end: 'unsubscribed' });
    return { continueAt: { kind: 'end' } };
  }
  const message = await enqueueMessage(transaction, context, {
    ...content,
    to: toAddress(run, found),
    automationRunId,
    campaignSendId,
    followsReply: campaignSendId !== null && run.followsReply,
    origin: originOf(run),
  });
  const { id: messageId, chatId, channelId } = message;
  if (campaignSendId !== null) transaction.send(link, [tenantId, now(), campaignSendId, messageId]);
  return { result: { messageId }, sentTo: { chatId, channelId } };
}

function originOf({ campaignId, automationId }: LeasedRun): MessageOriginRecord {
  if (campaignId !== null) return { type: 'campaign', id: campaignId };
  return { type: 'automation', id: automationId };
}

const link = statement(
  'link-campaign-send-to-message',
  `update campaign_sends set message_id = $4::uuid, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and message_id is null`,
);
