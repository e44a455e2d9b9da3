import { type AutomationStatus, type CampaignStatus, statement } from '@parley/database';
import { isReachableSql } from '../automations/runs/find-run-chat.js';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { bulkStatement, opaqueTenant } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import { type Transaction, transact } from '../sql/transact.js';
import { automationNotActive } from './failure-reason.js';
import { memoizeLast } from './memoize-last.js';
import { recordCampaignEnded } from './record-campaign-ended.js';
import { findNextOccurrence, type Recurrence } from './recurrence/find-next-occurrence.js';
import { countStartedRuns, hasRoomForOccurrence } from './room-for-occurrence.js';
import { scheduleCampaign, scheduleFinish } from './schedule-campaign.js';

export interface StartedOccurrence {
  readonly occurrenceId: string;
  readonly pending: number;
  readonly skipped: number;
}

/**
 * Starts the due occurrence: it creates a send for every recipient, and a run of the automation for every recipient who
 * is reachable and subscribed, and sets the time of the next occurrence. All times that became due while no worker ran
 * lead to one occurrence. Returns null when nothing is due, as for the second of two workers. An occurrence of a workspace
 * with too many waiting jobs starts later.
 */
export async function startOccurrence(
  context: Context,
  campaignId: string,
): Promise<StartedOccurrence | null> {
  const now = context.now();
  const findNext = memoizeLast((recurrence: Recurrence) => findNextOccurrence(recurrence, now));
  const [seen] = await context.database.sql(peek, [context.tenantId, campaignId]);
  if (seen) findNext(recurrenceOf(seen));
  return transact(context, async (transaction) => {
    const [campaign] = await transaction.sql(lock, [context.tenantId, campaignId]);
    if (campaign === undefined) return null;
    const { nextOccurrenceAt: occursAt } = campaign;
    if (occursAt > now) {
      await scheduleCampaign(transaction, context, { campaignId, at: occursAt });
      return null;
    }
    if (campaign.activeVersionId === null || campaign.automationStatus !== 'active') {
      transaction.send(fail, [context.tenantId, now, campaignId, JSON.stringify(automationNotActive)]);
      recordCampaignEnded(transaction, context, campaignId);
      return null;
    }
    if (!(await hasRoomForOccurrence(transaction, context))) {
      await scheduleCampaign(transaction, context, {
        campaignId,
        at: new Date(now.getTime() + waitForRoomMs),
      });
      return null;
    }
    const started = await insertOccurrence(transaction, context, { campaign, occursAt });
    await countStartedRuns(transaction, context, started.pending);
    const next = findNext(recurrenceOf(campaign));
    await transaction.sql(proceed, [context.tenantId, now, campaignId, next]);
    if (next !== null) await scheduleCampaign(transaction, context, { campaignId, at: next });
    await scheduleFinish(transaction, context, { campaignId, at: new Date(now.getTime() + firstLookMs) });
    return started;
  });
}

const firstLookMs = 1_000;

/** Waiting jobs are counted every five seconds. */
const waitForRoomMs = 5_000;

interface DueCampaign {
  readonly id: string;
  readonly status: CampaignStatus;
  readonly nextOccurrenceAt: Date;
  readonly rules: readonly string[];
  readonly startsAt: Date;
  readonly isStartChosen: boolean;
  readonly automationStatus: AutomationStatus;
  readonly activeVersionId: string | null;
}

function recurrenceOf({ rules, startsAt, isStartChosen }: DueCampaign): Recurrence {
  return { rules, startsAt, isStartChosen };
}

const selectDue = `select campaign.id, campaign.status, campaign.next_occurrence_at as "nextOccurrenceAt",
     case when campaign.is_recurring then campaign.recurrence_rules else '{}' end as rules,
     coalesce(campaign.starts_at, campaign.scheduled_at, campaign.created_at) as "startsAt",
     campaign.is_scheduled as "isStartChosen", automation.status as "automationStatus",
     automation.active_version_id as "activeVersionId"
   from campaigns campaign
   join automations automation on automation.tenant_id = campaign.tenant_id and automation.id = campaign.automation_id
   where campaign.tenant_id = $1::uuid and campaign.id = $2::uuid and campaign.status in ('scheduled', 'running')
     and campaign.next_occurrence_at is not null`;

const peek = statement<DueCampaign>('peek-at-due-campaign', selectDue);

/** Two workers with the same job wait for each other here; the second finds the next occurrence or none. */
const lock = statement<DueCampaign>(
  'lock-due-campaign',
  `${selectDue} for no key update of campaign for key share of automation`,
);

const fail = statement(
  'fail-campaign',
  `update campaigns set status = 'failed', next_occurrence_at = null, failure_reason = $4::jsonb,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

const proceed = statement(
  'proceed-campaign',
  `update campaigns set status = 'running', next_occurrence_at = $4::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

async function insertOccurrence(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { campaign, occursAt }: { campaign: DueCampaign; occursAt: Date },
): Promise<StartedOccurrence> {
  const occurrenceId = newId();
  const at = now();
  const inserted = await sql(insert, [tenantId, at, campaign.id, occurrenceId, occursAt]);
  // The campaign was rescheduled to a time at which it has already been sent.
  if (inserted.length === 0) return { occurrenceId, pending: 0, skipped: 0 };
  const [counts] = await sql(insertSends, [tenantId, at, campaign.id, occurrenceId]);
  return { occurrenceId, pending: counts?.pending ?? 0, skipped: counts?.skipped ?? 0 };
}

const insert = statement<{ id: string }>(
  'insert-campaign-occurrence',
  `insert into campaign_occurrences (tenant_id, created_at, updated_at, started_at, campaign_id, id, occurs_at)
   values ($1::uuid, $2::timestamptz, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::timestamptz)
   on conflict (tenant_id, campaign_id, occurs_at) do nothing
   returning id`,
);

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
const insertSends = bulkStatement<{ pending: number; skipped: number; jobCount: number }>(
  'insert-campaign-sends',
  `with ${opaqueTenant}, campaign as materialized (
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
     join campaign_recipients recipient on recipient.tenant_id = tenant.id and recipient.campaign_id = campaign.id
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
   from planned`,
);
