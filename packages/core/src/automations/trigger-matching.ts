import { statement, type TriggerType } from '@parley/database';
import type { Context } from '../context.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';

export interface Happening {
  readonly type: Exclude<TriggerType, 'manual'>;
  readonly contactId: string;
  /** Null for what happens to a contact and not in a chat; automations of any channel match that. */
  readonly chatId: string | null;
  readonly channelId: string | null;
  /** What was written, for automations that wait for a keyword. */
  readonly text?: string | null;
  /** How many automations that triggered one another led here. */
  readonly depth?: number;
}

/** Starts a run of every active automation that waits for this happening on this channel; gives their number. */
export async function triggerMatching(
  { sql }: Transaction,
  { tenantId, now }: Context,
  happening: Happening,
): Promise<number> {
  const { type, channelId, contactId, chatId, depth = 0, text = null } = happening;
  const [row] = await sql(startRuns, [tenantId, now(), type, channelId, contactId, chatId, depth, text]);
  return row?.added ?? 0;
}

const runJobs = addJobsSql({
  task: 'run-automation',
  payload: { tenantId: '$1::uuid', runId: 'run.id' },
  from: 'run',
  runAt: 'null',
});

/** A keyword matches anywhere in the text, in upper or lower case; no keyword matches everything. */
const hasKeyword = `exists (
  select from automation_versions version
  where version.tenant_id = automation.tenant_id and version.id = automation.active_version_id
    and position(lower(coalesce(version.trigger_parameters ->> 'keyword', '')) in lower(coalesce($8::text, ''))) > 0)`;

const startRuns = statement<{ added: number }>(
  'start-matching-runs',
  `with run as (
     insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, chat_id,
       scheduled_at, depth, created_at, updated_at)
     select $1::uuid, ${newIdSql('$2::timestamptz')}, automation.id, automation.active_version_id, $5::uuid, $6::uuid,
       $2::timestamptz, $7::int, $2::timestamptz, $2::timestamptz
     from automations automation
     where automation.tenant_id = $1::uuid and automation.status = 'active'
       and automation.active_version_trigger_type = $3::trigger_type
       and ($4::uuid is null or automation.active_version_trigger_parameters_channel_id is null
         or automation.active_version_trigger_parameters_channel_id = $4::uuid)
       and ($3::trigger_type <> 'message_received' or ${hasKeyword})
     returning id
   )
   ${runJobs}`,
);
