import { type AutomationStatus, type CampaignStatus, statement } from '@parley/database';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { memoizeLast } from '../memoize-last.js';
import { findNextOccurrence, type Recurrence } from '../recurrence/find-next-occurrence.js';
import { type Transaction, transact } from '../sql/transact.js';
import { contactClock, searchStart } from '../time-zones/contact-clock.js';
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
  const findNext = memoizeLast(({ recurrence, after }: Search) => findNextOccurrence(recurrence, after));
  const [seen] = await context.database.sql(peek, [context.tenantId, campaignId]);
  if (seen) findNext(searchOf(seen, now));
  const audience = seen?.audienceQuery ? await compileAudience(context, seen.audienceQuery) : null;
  return transact(context, async (transaction) => {
    transaction.send(lock, [context.tenantId, campaignId]);
    const [campaign] = await transaction.sql(findLocked, [context.tenantId, campaignId]);
    if (campaign === undefined) return null;
    const { nextOccurrenceAt: occursAt } = campaign;
    if (occursAt > now) {
      const at = moveOccurrence(transaction, context, { campaign, next: findNext(searchOf(campaign, now)) });
      await scheduleCampaign(transaction, context, { campaignId, at });
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
    const isHeldBack = campaign.timeZone === contactClock;
    if (!(await hasRoomForOccurrence(transaction, context, { isHeldBack }))) {
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
    const next = findNext(searchOf(campaign, now));
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
  /** The last occurrence that has started. */
  readonly lastOccurrenceAt: Date | null;
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

interface Search {
  readonly recurrence: Recurrence;
  readonly after: Date;
}

/** The clock of this worker may be behind that of the worker that has started the last occurrence. */
function searchOf(campaign: DueCampaign, now: Date): Search {
  const { rules, startsAt, isStartChosen, timeZone, lastOccurrenceAt, nextOccurrenceAt } = campaign;
  const started = nextOccurrenceAt > now ? lastOccurrenceAt : nextOccurrenceAt;
  const earliest = searchStart(timeZone, now);
  const after = started !== null && started > earliest ? started : earliest;
  return { recurrence: { rules, startsAt, isStartChosen, timeZone }, after };
}

/**
 * The times of rules move when the workspace gets another zone. A date that a person chose does not, and rules that have no
 * further time keep the one they had.
 */
function moveOccurrence(
  transaction: Transaction,
  { tenantId, now }: Context,
  { campaign, next }: { campaign: DueCampaign; next: Date | null },
): Date {
  const { id, startsAt, nextOccurrenceAt: at } = campaign;
  const isStart = startsAt.getTime() === at.getTime();
  if (next === null || isStart || next.getTime() === at.getTime()) return at;
  transaction.send(move, [tenantId, now(), id, next]);
  return next;
}

const selectDue = `select campaign.id, campaign.status, campaign.next_occurrence_at as "nextOccurrenceAt",
     case when campaign.is_recurring then campaign.recurrence_rules else '{}' end as rules,
     coalesce(campaign.starts_at, campaign.scheduled_at, campaign.created_at) as "startsAt",
     campaign.is_scheduled as "isStartChosen", ${clockZoneSql('campaign')} as "timeZone",
     (select max(occurrence.occurs_at) from campaign_occurrences occurrence
      where occurrence.tenant_id = campaign.tenant_id and occurrence.campaign_id = campaign.id) as "lastOccurrenceAt",
     automation.status as "automationStatus", automation.active_version_id as "activeVersionId",
     coalesce(segment.query, campaign.audience_query) as "audienceQuery"
   from campaigns campaign
   join automations automation on automation.tenant_id = campaign.tenant_id and automation.id = campaign.automation_id
   left join segments segment on segment.tenant_id = campaign.tenant_id and segment.id = campaign.segment_id
   where campaign.tenant_id = $1::uuid and campaign.id = $2::uuid and campaign.status in ('scheduled', 'running')
     and campaign.next_occurrence_at is not null`;

const peek = statement<DueCampaign>('peek-at-due-campaign', selectDue);

/**
 * Two workers with the same job wait for each other here, and for an update. The campaign is read by the next statement:
 * this one would join the automation that the campaign had before the wait, and find nothing.
 */
const lock = statement(
  'lock-campaign-to-start',
  'select id from campaigns where tenant_id = $1::uuid and id = $2::uuid for no key update',
);

const findLocked = statement<DueCampaign>(
  'lock-due-campaign',
  `${selectDue} for no key update of campaign for key share of automation`,
);

const move = statement(
  'move-occurrence-of-campaign',
  `update campaigns set next_occurrence_at = $4::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
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
