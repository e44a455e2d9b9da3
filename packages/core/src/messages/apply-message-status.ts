import { type MessageStatus, statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { reportMissingReference } from '../sql/report-missing-reference.js';
import { type Transaction, transact } from '../sql/transact.js';
import { keepEarlyStatus } from './early-statuses.js';
import { moveMessage } from './move-message.js';
import type { StatusReport } from './status-report.js';

export type StatusOutcome = 'moved' | 'known' | 'early';

/**
 * Moves the message to the reported status. A repeated status, or one that arrives after a later one, changes nothing.
 * A status that arrives before the provider's id is known is kept until the id is known. A message that was not yet `sent`
 * becomes so before it is `delivered` or `read`.
 */
export function applyMessageStatus(context: Context, report: StatusReport): Promise<StatusOutcome> {
  return reportMissingReference('channel', () =>
    transact(context, async (transaction) => {
      const found = await findMessage(transaction, context, report);
      const messageId = found?.id ?? (await keepEarlyStatus(transaction, context, report));
      if (messageId === undefined) return 'early';
      const { status, errors } = report;
      // A subscriber to `message.sent` gets it for every accepted message, whichever report comes first.
      if (found?.status === 'pending' && (status === 'delivered' || status === 'read'))
        await moveMessage(transaction, context, { messageId, status: 'sent' });
      return (await moveMessage(transaction, context, { messageId, status, errors })) ? 'moved' : 'known';
    }),
  );
}

/**
 * Stores the provider's id on a message that was found by our own id, so that later statuses without our id find it
 * too.
 */
async function findMessage(
  { sql, send }: Transaction,
  { tenantId, now }: Context,
  { channelId, externalId, reference }: StatusReport,
): Promise<FoundMessage | undefined> {
  const ownId = reference !== null && isId(reference) ? reference : null;
  const [message] = await sql(find, [tenantId, channelId, externalId, ownId]);
  if (message === undefined) return undefined;
  if (message.vendorId === null) send(learnVendorId, [tenantId, now(), message.id, externalId]);
  return message;
}

interface FoundMessage {
  readonly id: string;
  readonly vendorId: string | null;
  readonly status: MessageStatus;
}

const find = statement<FoundMessage>(
  'find-reported-message',
  `select id, vendor_id as "vendorId", status from messages
   where tenant_id = $1::uuid and channel_id = $2::uuid and vendor_id = $3::text
   union all
   select id, vendor_id, status from messages
   where tenant_id = $1::uuid and channel_id = $2::uuid and id = $4::uuid and sender = 'outbound'
   limit 1`,
);

const learnVendorId = statement(
  'learn-vendor-id',
  `update messages set vendor_id = $4::text, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and vendor_id is null`,
);
