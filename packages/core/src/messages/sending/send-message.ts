import { resolveScheduledAt } from '../../contacts/resolve-scheduled-at.js';
import type { Context } from '../../context.js';
import { DomainError } from '../../domain-error.js';
import { type Transaction, transact } from '../../sql/transact.js';
import { transactTogether } from '../../sql/transact-together.js';
import { requireScopes } from '../../tenants/require-scopes.js';
import type { NewTime } from '../../time-zones/read-local-time.js';
import { ValidationErrors } from '../../validation-errors.js';
import { checkScheduledAt } from '../scheduled/check-scheduled-at.js';
import { checkAddress, checkContent, type NamedRecipient } from './check-message.js';
import { enqueueMessage, enqueueTogether, type OutboundMessageRecord } from './enqueue-message.js';
import { gatherMessageErrors } from './find-message-errors.js';
import type { NewMessage } from './new-message.js';
import { readableAddress, readNamedAddress } from './read-named-address.js';

export interface MessageToAccept extends Omit<NewMessage, 'to' | 'scheduledAt'> {
  readonly to: NamedRecipient;
  readonly scheduledAt?: NewTime;
}

/**
 * Accepts a message for sending. Invalid values in the request are reported before records that do not exist; all
 * validation errors are reported together.
 */
export async function sendMessage(
  context: Context,
  { to: named, scheduledAt: time, ...content }: MessageToAccept,
): Promise<OutboundMessageRecord> {
  requireScopes(context, [
    ...(content.attachments?.length ? ['files:read'] : []),
    ...(content.template ? ['message_templates:read'] : []),
    ...(content.replyTo ? ['messages:read'] : []),
    ...(named.to ? ['contacts:write'] : []),
  ]);
  const address = await readNamedAddress(context, named.to);
  const { chatId, contactId } = named;
  const recipient = { chatId, contactId, handle: readableAddress(address) };
  const { scheduledAt, problems } = await resolveScheduledAt(context, { scheduledAt: time, recipient });
  const message = { ...content, ...(scheduledAt && { scheduledAt }) };
  const accept = async (transaction: Transaction): Promise<OutboundMessageRecord> => {
    const errors = new ValidationErrors();
    const to = checkAddress({ named, address }, errors);
    checkContent(message, errors);
    for (const problem of problems) errors.add(...problem);
    checkScheduledAt(context, scheduledAt, errors);
    try {
      errors.throwIfAny();
      if (to === undefined) throw new Error('A recipient without errors was not found');
      return await enqueueMessage(transaction, context, { ...message, to });
    } catch (error) {
      // One error can hide others: a contact without a handle is found before the files are checked.
      if (error instanceof DomainError && error.code === 'invalid_body_params') {
        await gatherMessageErrors(transaction, context, {
          message: { ...message, ...named },
          address,
          errors,
        });
        errors.throwIfAny();
      }
      throw error;
    }
  };
  const isToChat = chatId !== undefined && Object.keys(named).length === 1;
  if (!isToChat || time !== undefined) return transact(scheduledAt ? leavingRoom(context) : context, accept);
  return transactTogether(context, {
    kind: 'send-message',
    recordId: chatId,
    work: accept,
    shared: { input: { context, message: { ...content, to: { chatId } } }, work: enqueueTogether },
  });
}

/** Scheduled messages fill at most half of the waiting jobs, so that they never keep the messages of contacts out. */
function leavingRoom({ limits, ...context }: Context): Context {
  if (limits === undefined) return context;
  return { ...context, limits: { ...limits, waitingJobs: Math.floor(limits.waitingJobs / 2) } };
}
