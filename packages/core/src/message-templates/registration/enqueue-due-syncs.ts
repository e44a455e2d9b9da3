import type { Database } from '@parley/database';
import { addJobsAndNotifySql } from '../../jobs/add-jobs-sql.js';
import type { Sizes } from '../../sizes.js';
import { timestampText } from '../../sql/json.js';
import { sizedStatement } from '../../sql/sized-statement.js';

/**
 * Starts a synchronization of each channel with a business account whose last one started a day ago, so that lost
 * notifications and templates that were made at the provider are seen.
 */
export async function enqueueDueTemplateSyncs({ sql }: Database, now: Date, sizes: Sizes): Promise<number> {
  const [row] = await sql(enqueueDue(sizes), [now]);
  return row?.added ?? 0;
}

const jobs = addJobsAndNotifySql({
  task: 'sync-templates',
  payload: { tenantId: 'due.tenant_id', channelId: 'due.id', attempt: '0' },
  from: 'due',
  runAt: 'null',
  key: `'sync-templates:' || due.tenant_id || ':' || due.id`,
});

const startedAt = timestampText('$1::timestamptz');

const enqueueDue = sizedStatement<{ added: number }>(
  'enqueue-due-template-syncs',
  ({ overdueBatch }) => `with due as (
     update channels
     set template_sync = jsonb_build_object('startedAt', ${startedAt}, 'cursor', null, 'phase', 'listing',
       'accountId', settings ->> 'businessAccountId')
     where (tenant_id, id) in (
       select channel.tenant_id, channel.id from channels channel
       join tenants tenant on tenant.id = channel.tenant_id and tenant.deletion_started_at is null
       where channel.provider = 'whatsapp' and channel.settings ? 'businessAccountId'
         and coalesce((channel.template_sync ->> 'startedAt')::timestamptz, '-infinity')
           < $1::timestamptz - interval '1 day'
       limit ${overdueBatch} for update of channel skip locked
     )
     returning tenant_id, id
   )
   ${jobs}`,
);
