import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';
import { containsKeyword } from './contains-keyword.js';
import type { TriggerEvent } from './trigger-event.js';

/** Starts a run of every active automation that this event triggers, and returns their number. */
export async function startTriggeredRuns(
  { sql }: Transaction,
  { tenantId, now }: Context,
  event: TriggerEvent,
): Promise<number> {
  const { type, channelId, contactId, chatId, depth = 0, text, labelIds = [] } = event;
  const keywords = text ? await sql(findKeywords, [tenantId, type, channelId]) : [];
  const matched = keywords.flatMap(({ keyword }) => (text && containsKeyword(text, keyword) ? keyword : []));
  const target = [type, channelId, contactId, chatId, depth];
  const [row] = await sql(startRuns, [tenantId, now(), ...target, matched, labelIds]);
  return row?.added ?? 0;
}

const isAwaited = (type: string, channelId: string) => `automation.status = 'active'
  and automation.active_version_trigger_type = ${type}::trigger_type
  and (${channelId}::uuid is null or automation.active_version_trigger_parameters_channel_id is null
    or automation.active_version_trigger_parameters_channel_id = ${channelId}::uuid)`;

const activeVersion = `automation_versions version
  where version.tenant_id = automation.tenant_id and version.id = automation.active_version_id`;

/** Keywords are matched here and not by the database, whose idea of a letter depends on its locale. */
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
});

/** An automation without the parameter always matches, also with an empty list. */
const suits = (parameter: string, values: string) => `exists (
  select from ${activeVersion}
    and (version.trigger_parameters ->> '${parameter}' is null
      or version.trigger_parameters ->> '${parameter}' = any (${values}::text[])))`;

const startRuns = statement<{ added: number }>(
  'start-matching-runs',
  `with run as (
     insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, chat_id,
       channel_id, scheduled_at, depth, created_at, updated_at)
     select $1::uuid, ${newIdSql('$2::timestamptz')}, automation.id, automation.active_version_id, $5::uuid, $6::uuid,
       $4::uuid, $2::timestamptz, $7::int, $2::timestamptz, $2::timestamptz
     from automations automation
     where automation.tenant_id = $1::uuid and ${isAwaited('$3', '$4')}
       and ($3::trigger_type <> 'message_received' or ${suits('keyword', '$8')})
       and ($3::trigger_type <> 'label_added' or ${suits('labelId', '$9')})
     returning id
   )
   ${runJobs}`,
);
