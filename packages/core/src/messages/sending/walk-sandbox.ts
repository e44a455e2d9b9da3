import { type MessageStatus, statement } from '@parley/database';
import type { Context } from '../../context.js';
import { transact } from '../../sql/transact.js';
import { moveMessage } from '../move-message.js';
import type { ReportedStatus } from '../move-sql.js';
import { scheduleWalk } from './finish-sending.js';

const nextOf: Readonly<Record<MessageStatus, ReportedStatus | undefined>> = {
  pending: undefined,
  sent: 'delivered',
  delivered: 'read',
  read: undefined,
  failed: undefined,
};

/**
 * Moves a message of the sandbox to its next status, as a provider's report would. Returns the status, or null at the
 * end.
 */
export function walkSandboxMessage(context: Context, messageId: string): Promise<ReportedStatus | null> {
  return transact(context, async (transaction) => {
    const [message] = await transaction.sql(find, [context.tenantId, messageId]);
    const status = message && nextOf[message.status];
    if (status === undefined) return null;
    await moveMessage(transaction, context, { messageId, status });
    if (nextOf[status] !== undefined) scheduleWalk(transaction, context, messageId);
    return status;
  });
}

const find = statement<{ status: MessageStatus }>(
  'find-walking-message',
  `select status from messages where tenant_id = $1::uuid and id = $2::uuid for no key update`,
);
