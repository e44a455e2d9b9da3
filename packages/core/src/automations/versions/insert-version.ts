import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import type { NewTrigger } from './check-version.js';
import type { AutomationStep } from './steps.js';

export interface CheckedVersion {
  readonly trigger: NewTrigger;
  readonly steps: readonly AutomationStep[];
}

/** Adds a version with the next number; returns false, and adds none, when it equals the latest. */
export async function insertVersion(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { automationId, versionId, version }: { automationId: string; versionId: string; version: CheckedVersion },
): Promise<boolean> {
  const { trigger, steps } = version;
  const { type, channelId = null, keyword, labelId } = trigger;
  // The id is compared as text, in the form in which the database prints it.
  const parameters = { ...(keyword && { keyword }), ...(labelId && { labelId: labelId.toLowerCase() }) };
  const values = [
    versionId,
    automationId,
    type,
    channelId,
    JSON.stringify(parameters),
    JSON.stringify(steps.map(withMomentInUtc)),
  ];
  return (await sql(insert, [tenantId, now(), ...values])).length > 0;
}

/** Moments are stored in UTC, regardless of the offset in which they were sent. */
function withMomentInUtc(step: AutomationStep): AutomationStep {
  if (step.type !== 'wait' || step.until === undefined) return step;
  return { ...step, until: new Date(step.until).toISOString() };
}

const insert = statement<{ id: string }>(
  'insert-automation-version',
  `insert into automation_versions (tenant_id, created_at, updated_at, id, automation_id, number, trigger_type,
     trigger_channel_id, trigger_parameters, steps)
   select $1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, coalesce(max(number), 0) + 1,
     $5::trigger_type, $6::uuid, $7::jsonb, $8::jsonb
   from automation_versions where tenant_id = $1::uuid and automation_id = $4::uuid
   having (
     select (latest.trigger_type, latest.trigger_channel_id, latest.trigger_parameters, latest.steps)
       is not distinct from ($5::trigger_type, $6::uuid, $7::jsonb, $8::jsonb)
     from automation_versions latest where latest.tenant_id = $1::uuid and latest.automation_id = $4::uuid
     order by latest.number desc limit 1
   ) is not true
   returning id`,
);
