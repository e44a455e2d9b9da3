import { isReachableSql } from '../automations/runs/find-run-chat.js';
import type { Context } from '../context.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { bulkStatement, opaqueTenant } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';

interface SendsToInsert {
  readonly campaignId: string;
  readonly occurrenceId: string;
  /** The contacts among the recipients; default is all recipients. */
  readonly contactIds?: readonly string[];
}

export interface InsertedSends {
  readonly pending: number;
  readonly skipped: number;
}

/** Creates the sends of an occurrence, and a run for each recipient who is reachable and subscribed. */
export async function insertSends(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { campaignId, occurrenceId, contactIds }: SendsToInsert,
): Promise<InsertedSends> {
  const values = [tenantId, now(), campaignId, occurrenceId];
  const [counts] = contactIds
    ? await sql(insertForContacts, [...values, contactIds])
    : await sql(insertForAll, values);
  return { pending: counts?.pending ?? 0, skipped: counts?.skipped ?? 0 };
}

const hasChat = `exists (select from chats chat where chat.tenant_id = tenant.id
  and chat.contact_id = recipient.contact_id and chat.channel_id = campaign.channel_id)`;

const runJobs = addJobsSql({
  task: 'run-automation',
  payload: { tenantId: '$1::uuid', runId: 'run.id' },
  from: 'run',
  runAt: 'null',
  isBulk: true,
});

/**
 * One statement handles all recipients: it computes each send once and fills both tables. The constraints allow one
 * send per recipient and occurrence, and one run per send.
 */
const insertSendsSql = (ofRecipient: string) => `with ${opaqueTenant}, campaign as materialized (
     select campaign.tenant_id, campaign.id, campaign.channel_id, campaign.automation_id, campaign.media_file_id, channel.type,
       automation.active_version_id, (
         select coalesce(jsonb_object_agg(variable ->> 'name', variable ->> 'value'), '{}')
         from jsonb_array_elements(campaign.variables) as variable
         where variable ->> 'name' is not null
       ) as variables
     from campaigns campaign
     join channels channel on channel.tenant_id = campaign.tenant_id and channel.id = campaign.channel_id
     join automations automation on automation.tenant_id = campaign.tenant_id and automation.id = campaign.automation_id
     where campaign.tenant_id = $1::uuid and campaign.id = $3::uuid
   ), planned as materialized (
     select ${newIdSql('$2::timestamptz')} as send_id, recipient.id as recipient_id, recipient.contact_id,
       case when not contact.is_subscribed then 'unsubscribed'
         when not (${hasChat} or ${isReachableSql('recipient.contact_id', 'campaign')}) then 'unreachable'
       end::skipped_reason as skipped_reason
     from tenant cross join campaign
     join campaign_recipients recipient on recipient.tenant_id = tenant.id and recipient.campaign_id = campaign.id ${ofRecipient}
     cross join lateral (
       select is_subscribed from contacts where tenant_id = tenant.id and id = recipient.contact_id offset 0
     ) contact
   ), send as (
     insert into campaign_sends (tenant_id, created_at, updated_at, id, campaign_id, recipient_id, occurrence_id, status,
       skipped_reason)
     select $1::uuid, $2::timestamptz, $2::timestamptz, send_id, $3::uuid, recipient_id, $4::uuid,
       case when skipped_reason is null then 'pending' else 'skipped' end::campaign_send_status, skipped_reason
     from planned
   ), run as (
     insert into automation_runs (tenant_id, created_at, updated_at, scheduled_at, id, automation_id,
       automation_version_id, contact_id, campaign_send_id, variables, media_file_id)
     select $1::uuid, $2::timestamptz, $2::timestamptz, $2::timestamptz, ${newIdSql('$2::timestamptz')},
       campaign.automation_id, campaign.active_version_id, planned.contact_id, planned.send_id, campaign.variables,
       campaign.media_file_id
     from planned cross join campaign where planned.skipped_reason is null
     returning id
   ), job as (${runJobs})
   select count(*) filter (where skipped_reason is null)::int as pending,
     count(skipped_reason)::int as skipped, (select added from job) as "jobCount"
   from planned`;

interface SendCounts extends InsertedSends {
  readonly jobCount: number;
}

const insertForAll = bulkStatement<SendCounts>('insert-campaign-sends', insertSendsSql(''));

const insertForContacts = bulkStatement<SendCounts>(
  'insert-campaign-sends-for-contacts',
  insertSendsSql('and recipient.contact_id = any ($5::uuid[])'),
);
