import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { runsPerEvent } from '../plans/plans.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';
import { createKeywordMatcher } from './contains-keyword.js';
import type { TriggerEvent } from './trigger-event.js';
import type { TriggerParameter } from './trigger-parameters.js';

/** Why a triggered run must not begin. A test compares the values with the contract. */
export type CutReason = 'automation_loop' | 'event_budget_exhausted';

/**
 * Starts a run of every active automation that this event triggers. A run that its chain does not allow is recorded with
 * the reason, once for each automation, contact and chain, and fails when a worker claims it.
 */
export async function startTriggeredRuns(
  { sql, send }: Transaction,
  { tenantId, now, isBulk = false }: Context,
  event: TriggerEvent,
): Promise<void> {
  const { type, channelId, contactId, chatId, chainId, isChainNew = false, text, reply } = event;
  const keywords = text ? await sql(findKeywords, [tenantId, type, channelId]) : [];
  const matched = text && keywords.length > 0 ? findMatched(text, keywords) : [];
  // Several runs of a chain may continue it at the same time.
  if (chainId !== undefined && !isChainNew) send(lockChain, [chainId]);
  const target = [type, channelId, contactId, chatId, chainId ?? newId()];
  const variables = reply ? { replyId: reply.id, replyTitle: reply.title } : {};
  const json = [valuesOf(event, matched), variables].map((value) => JSON.stringify(value));
  send(startRuns, [tenantId, now(), ...target, runsPerEvent, isBulk, ...json]);
}

/** The parameters of a schedule are no values of an event. */
type EventParameter = Exclude<TriggerParameter, 'rule' | 'timeZone' | 'audienceQuery' | 'segmentId'>;

/** The values of an event, one of which an automation must have for each parameter to which it is limited. */
function valuesOf(
  { reply, labelIds = [], attributeIds = [], campaignId }: TriggerEvent,
  keywords: readonly string[],
): Readonly<Record<EventParameter, readonly string[]>> {
  return {
    keyword: keywords,
    replyId: reply ? [reply.id] : [],
    labelId: labelIds,
    attributeId: attributeIds,
    campaignId: campaignId === undefined ? [] : [campaignId],
  };
}

function findMatched(text: string, keywords: readonly { readonly keyword: string }[]): string[] {
  const isMatched = createKeywordMatcher(text);
  return keywords.flatMap(({ keyword }) => (isMatched(keyword) ? keyword : []));
}

/**
 * The lock is a statement of its own, since the next statement must see runs that were committed while this one waited.
 */
const lockChain = statement(
  'lock-chain-of-events',
  'select pg_advisory_xact_lock(hashtextextended($1::text, 2))',
);

const isAwaited = (type: string, channelId: string) => `automation.status = 'active'
  and automation.active_version_trigger_type = ${type}::trigger_type
  and (${channelId}::uuid is null or automation.active_version_trigger_parameters_channel_id is null
    or automation.active_version_trigger_parameters_channel_id = ${channelId}::uuid)`;

const activeVersion = `automation_versions version
  where version.tenant_id = automation.tenant_id and version.id = automation.active_version_id`;

/**
 * Keywords are matched here and not by the database, because which characters the database treats as letters depends on
 * its locale.
 */
const findKeywords = statement<{ keyword: string }>(
  'find-awaited-keywords',
  `select distinct version.trigger_parameters ->> 'keyword' as keyword
   from automations automation
   cross join lateral (select trigger_parameters from ${activeVersion}) version
   where automation.tenant_id = $1::uuid and ${isAwaited('$2', '$3')}
     and version.trigger_parameters ->> 'keyword' is not null`,
);

const runJobs = addJobsSql({
  task: 'run-automation',
  payload: { tenantId: '$1::uuid', runId: 'run.id' },
  from: 'run',
  runAt: 'null',
  // A run that a campaign triggers is work of the campaign.
  isBulk: '$9::boolean',
});

/** An automation that is limited to nothing matches every event of its type. */
const suits = `not exists (
  select from (select trigger_parameters from ${activeVersion}) version
  cross join lateral jsonb_each_text(version.trigger_parameters) parameter
  where not coalesce($10::jsonb -> parameter.key ? parameter.value, false))`;

/**
 * The runs of the chain are counted, and no counter is kept: the count cannot differ from what was committed, and is
 * deleted with the runs. `earlier` is read only when an automation matches. Any number in JSON is a numeric, so that no
 * override can make the statement fail.
 */
const startRuns = statement(
  'start-matching-runs',
  `with triggered as (
     select automation.id, automation.active_version_id
     from automations automation
     where automation.tenant_id = $1::uuid and ${isAwaited('$3', '$4')}
       and ${suits}
   ), earlier as (
     select automation_id, contact_id from automation_runs
     where tenant_id = $1::uuid and chain_id = $7::uuid and cut_reason is null
     union all
     select automation_id, contact_id from automation_runs where tenant_id = $1::uuid and id = $7::uuid
   ), judged as (
     select triggered.*, exists (
         select from earlier where earlier.automation_id = triggered.id and earlier.contact_id = $5::uuid
       ) as is_repeated
     from triggered
   ), numbered as (
     select judged.*, row_number() over (partition by is_repeated order by id) + (select count(*) from earlier) as number
     from judged
   ), run as (
     insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, chat_id,
       channel_id, scheduled_at, chain_id, variables, cut_reason, created_at, updated_at)
     select $1::uuid, ${newIdSql('$2::timestamptz')}, id, active_version_id, $5::uuid, $6::uuid,
       $4::uuid, $2::timestamptz, $7::uuid, $11::jsonb,
       case when is_repeated then 'automation_loop' when number > (
         select case jsonb_typeof(limit_overrides -> 'runsPerEvent')
           when 'number' then (limit_overrides -> 'runsPerEvent')::numeric else $8::int end
         from tenants where id = $1::uuid
       ) then 'event_budget_exhausted' end,
       $2::timestamptz, $2::timestamptz
     from numbered
     on conflict do nothing
     returning id
   )
   ${runJobs}`,
);
