import { type AutomationStatus, type CampaignStatus, statement } from '@parley/database';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { memoizeLast } from '../memoize-last.js';
import { findNextOccurrence, type Recurrence } from '../recurrence/find-next-occurrence.js';
import { type Transaction, transact } from '../sql/transact.js';
import { compileAudience, findAudienceFailure } from './count-audience.js';
import { endOccurrencesSql } from './end-occurrences-sql.js';
import { automationNotActive, type FailureReason } from './failure-reason.js';
import { insertSends } from './insert-sends.js';
import { clockZoneSql } from './lock-campaign.js';
import { recordCampaignEnded } from './record-campaign-ended.js';
import { countStartedRuns, hasRoomForOccurrence, waitForRoomMs } from './room-for-occurrence.js';
import { scheduleCampaign, scheduleFinish, scheduleResolving } from './schedule-campaign.js';

export interface StartedOccurrence {
  readonly occurrenceId: string;
  readonly pending: number;
  readonly skipped: number;
}

/**
 * Starts the due occurrence: it creates a send for every recipient, and a run of the automation for every recipient who
 * is reachable and subscribed, and sets the time of the next occurrence. All times that became due while no worker ran
 * lead to one occurrence. Returns null when nothing is due, as for the second of two workers. An occurrence of a workspace
 * with too many waiting jobs starts later. The recipients of an audience follow in batches (`resolveAudience`).
 */
export async function startOccurrence(
  context: Context,
  campaignId: string,
): Promise<StartedOccurrence | null> {
  const now = context.now();
  const findNext = memoizeLast((recurrence: Recurrence) => findNextOccurrence(recurrence, now));
  const [seen] = await context.database.sql(peek, [context.tenantId, campaignId]);
  if (seen) findNext(recurrenceOf(seen));
  const audience = seen?.audienceQuery ? await compileAudience(context, seen.audienceQuery) : null;
  return transact(context, async (transaction) => {
    const [campaign] = await transaction.sql(lock, [context.tenantId, campaignId]);
    if (campaign === undefined) return null;
    const { nextOccurrenceAt: occursAt } = campaign;
    if (occursAt > now) {
      await scheduleCampaign(transaction, context, { campaignId, at: occursAt });
      return null;
    }
    if (campaign.activeVersionId === null || campaign.automationStatus !== 'active') {
      return fail(transaction, context, { campaignId, reason: automationNotActive });
    }
    if (campaign.audienceQuery !== (audience?.query ?? null)) {
      // The audience was changed since it was read.
      await scheduleCampaign(transaction, context, { campaignId, at: now });
      return null;
    }
    if (!(await hasRoomForOccurrence(transaction, context))) {
      await scheduleCampaign(transaction, context, {
        campaignId,
        at: new Date(now.getTime() + waitForRoomMs),
      });
      return null;
    }
    const failure = audience && (await findAudienceFailure(transaction, context, audience));
    if (failure) return fail(transaction, context, { campaignId, reason: failure });
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

interface DueCampaign {
  readonly id: string;
  readonly status: CampaignStatus;
  readonly nextOccurrenceAt: Date;
  readonly rules: readonly string[];
  readonly startsAt: Date;
  readonly isStartChosen: boolean;
  readonly timeZone: string;
  readonly automationStatus: AutomationStatus;
  readonly activeVersionId: string | null;
  /** The expression of the campaign or of its segment; null for a list of recipients. */
  readonly audienceQuery: string | null;
}

function recurrenceOf({ rules, startsAt, isStartChosen, timeZone }: DueCampaign): Recurrence {
  return { rules, startsAt, isStartChosen, timeZone };
}

const selectDue = `select campaign.id, campaign.status, campaign.next_occurrence_at as "nextOccurrenceAt",
     case when campaign.is_recurring then campaign.recurrence_rules else '{}' end as rules,
     coalesce(campaign.starts_at, campaign.scheduled_at, campaign.created_at) as "startsAt",
     campaign.is_scheduled as "isStartChosen", ${clockZoneSql('campaign')} as "timeZone", automation.status as "automationStatus",
     automation.active_version_id as "activeVersionId",
     coalesce(segment.query, campaign.audience_query) as "audienceQuery"
   from campaigns campaign
   join automations automation on automation.tenant_id = campaign.tenant_id and automation.id = campaign.automation_id
   left join segments segment on segment.tenant_id = campaign.tenant_id and segment.id = campaign.segment_id
   where campaign.tenant_id = $1::uuid and campaign.id = $2::uuid and campaign.status in ('scheduled', 'running')
     and campaign.next_occurrence_at is not null`;

const peek = statement<DueCampaign>('peek-at-due-campaign', selectDue);

/** Two workers with the same job wait for each other here; the second finds the next occurrence or none. */
const lock = statement<DueCampaign>(
  'lock-due-campaign',
  `${selectDue} for no key update of campaign for key share of automation`,
);

function fail(
  transaction: Transaction,
  context: Context,
  { campaignId, reason }: { campaignId: string; reason: FailureReason },
): null {
  transaction.send(setFailed, [context.tenantId, context.now(), campaignId, JSON.stringify(reason)]);
  recordCampaignEnded(transaction, context, campaignId);
  return null;
}

const setFailed = statement(
  'fail-campaign',
  `with ${endOccurrencesSql}
   update campaigns set status = 'failed', next_occurrence_at = null, failure_reason = $4::jsonb,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

const proceed = statement(
  'proceed-campaign',
  `update campaigns set status = 'running', next_occurrence_at = $4::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

async function insertOccurrence(
  transaction: Transaction,
  context: Context,
  { campaign, occursAt }: { campaign: DueCampaign; occursAt: Date },
): Promise<StartedOccurrence> {
  const { tenantId, now } = context;
  const { id: campaignId, audienceQuery } = campaign;
  const occurrenceId = newId();
  const at = now();
  const values = [tenantId, at, campaignId, occurrenceId, occursAt, audienceQuery];
  const inserted = await transaction.sql(insert, values);
  // The campaign was rescheduled to a time at which it has already been sent.
  if (inserted.length === 0) return { occurrenceId, pending: 0, skipped: 0 };
  if (audienceQuery !== null) {
    await scheduleResolving(transaction, context, { campaignId, at });
    return { occurrenceId, pending: 0, skipped: 0 };
  }
  return { occurrenceId, ...(await insertSends(transaction, context, { campaignId, occurrenceId })) };
}

const insert = statement<{ id: string }>(
  'insert-campaign-occurrence',
  `insert into campaign_occurrences (tenant_id, created_at, updated_at, started_at, campaign_id, id, occurs_at,
     audience_query)
   values ($1::uuid, $2::timestamptz, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::timestamptz, $6::text)
   on conflict (tenant_id, campaign_id, occurs_at) do nothing
   returning id`,
);
