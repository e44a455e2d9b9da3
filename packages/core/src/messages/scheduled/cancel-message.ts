import type { Context } from '../../context.js';
import { DomainError } from '../../domain-error.js';
import { requireById } from '../../resources/get-by-id.js';
import { transact } from '../../sql/transact.js';
import { type ChatMessageRecord, messages } from '../chat-message-record.js';
import { moveMessage } from '../move-message.js';
import { enqueueStart } from './enqueue-start.js';

/**
 * Cancels a scheduled message and records the event. A message that is due or was canceled stays as it is. The job of the
 * message runs at once and finds nothing to do; otherwise it would count as a waiting job until its time.
 */
export function cancelMessage(context: Context, messageId: string): Promise<ChatMessageRecord> {
  return transact(context, async (transaction) => {
    const key = { tenantId: context.tenantId, id: messageId };
    const { id } = await requireById(transaction.sql, messages, key);
    const isCanceled = await moveMessage(transaction, context, { messageId: id, status: 'canceled' });
    if (!isCanceled) throw new DomainError('message_not_cancelable');
    enqueueStart(transaction, context, { messageId: id, at: context.now() });
    return requireById(transaction.sql, messages, key);
  });
}
