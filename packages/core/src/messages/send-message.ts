import type { Context } from '../context.js';
import { Faults } from '../faults.js';
import { transact } from '../sql/transact.js';
import { checkAddress, checkContent, type NamedRecipient } from './check-message.js';
import { enqueueMessage, type NewMessage, type OutboundMessageRecord } from './enqueue-message.js';

export interface MessageToAccept extends Omit<NewMessage, 'to'> {
  readonly to: NamedRecipient;
}

/** Accepts a message for sending. What is wrong in it is told before what it refers to. */
export function sendMessage(
  context: Context,
  { to: named, ...message }: MessageToAccept,
): Promise<OutboundMessageRecord> {
  return transact(context, async (transaction) => {
    const faults = new Faults();
    const to = checkAddress(named, faults);
    checkContent(message, faults);
    faults.refuseIfAny();
    if (to === undefined) throw new Error('An address without faults leads nowhere');
    return enqueueMessage(transaction, context, { ...message, to });
  });
}
