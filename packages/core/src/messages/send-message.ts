import type { Context } from '../context.js';
import { transact } from '../sql/transact.js';
import { enqueueMessage, type NewMessage, type OutboundMessageRecord } from './enqueue-message.js';

/** Accepts a message for sending. */
export function sendMessage(context: Context, message: NewMessage): Promise<OutboundMessageRecord> {
  return transact(context, (transaction) => enqueueMessage(transaction, context, message));
}
