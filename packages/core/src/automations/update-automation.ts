import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { lockById } from '../resources/lock-by-id.js';
import { type Transaction, transact } from '../sql/transact.js';
import {
  type AutomationDetailRecord,
  type AutomationVersionRecord,
  automationDetails,
} from './automation-detail-record.js';
import { checkVersion, type NewTrigger, type NewVersion } from './versions/check-version.js';
import { insertVersion } from './versions/insert-version.js';
import type { AutomationStep } from './versions/steps.js';

export interface AutomationUpdate extends Partial<NewVersion> {
  readonly name?: string;
  /** The public URL of the service; without it, URLs of files are not recognized. */
  readonly publicUrl?: string;
}

/**
 * Another trigger or other steps create a new version, which runs once it is published; the active version runs until
 * then. Unchanged values change nothing.
 */
export function updateAutomation(
  context: Context,
  automationId: string,
  update: AutomationUpdate,
): Promise<AutomationDetailRecord> {
  return transact(context, async (transaction) => {
    const { tenantId, now } = context;
    const { sql } = transaction;
    await lockById(transaction, context, automationDetails, automationId);
    const { latestVersion } = await requireById(sql, automationDetails, { tenantId, id: automationId });
    if (update.name !== undefined) await sql(rename, [tenantId, now(), automationId, update.name]);
    if (update.trigger !== undefined || update.steps !== undefined) {
      const steps = await checkVersion(transaction, context, update);
      await addVersion(transaction, context, { automationId, trigger: update.trigger, steps, latestVersion });
    }
    return requireById(sql, automationDetails, { tenantId, id: automationId });
  });
}

async function addVersion(
  transaction: Transaction,
  context: Context,
  { automationId, latestVersion, ...change }: VersionChange,
): Promise<void> {
  const { trigger = latestVersion.trigger, steps = latestVersion.steps } = change;
  const versionId = newId();
  const version = { trigger, steps };
  if (!(await insertVersion(transaction, context, { automationId, versionId, version }))) return;
  const values = [automationId, versionId, trigger.type, trigger.channelId ?? null];
  await transaction.sql(showLatest, [context.tenantId, context.now(), ...values]);
}

interface VersionChange {
  readonly automationId: string;
  readonly latestVersion: AutomationVersionRecord;
  readonly trigger: NewTrigger | undefined;
  readonly steps: readonly AutomationStep[] | undefined;
}

const rename = statement(
  'rename-automation',
  `update automations set name = $4::text, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and name <> $4::text`,
);

const showLatest = statement(
  'set-latest-automation-version',
  `update automations set latest_version_id = $4::uuid, latest_version_trigger_type = $5::trigger_type,
     latest_version_trigger_parameters_channel_id = $6::uuid, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
