import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { transact } from '../sql/transact.js';
import { type AutomationDetailRecord, automationDetails } from './automation-detail-record.js';
import { checkVersion, type NewVersion } from './versions/check-version.js';
import { insertVersion } from './versions/insert-version.js';

export interface NewAutomation extends NewVersion {
  readonly name: string;
  /** The public URL of the service; without it, URLs of files are not recognized. */
  readonly publicUrl?: string;
}

/** Creates a draft with its first version, which runs once it is published. */
export function createAutomation(
  context: Context,
  automation: NewAutomation,
): Promise<AutomationDetailRecord> {
  return transact(context, async (transaction) => {
    const steps = (await checkVersion(transaction, context, automation)) ?? [];
    const { tenantId, now } = context;
    const { name, trigger } = automation;
    const automationId = newId();
    const versionId = newId();
    const values = [automationId, name, versionId, trigger.type, trigger.channelId ?? null];
    await transaction.sql(insert, [tenantId, now(), ...values]);
    await insertVersion(transaction, context, { automationId, versionId, version: { trigger, steps } });
    return requireById(transaction.sql, automationDetails, { tenantId, id: automationId });
  });
}

const insert = statement(
  'insert-automation',
  `insert into automations (tenant_id, created_at, updated_at, id, name, status, latest_version_id,
     latest_version_trigger_type, latest_version_trigger_parameters_channel_id)
   values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::text, 'draft', $5::uuid, $6::trigger_type,
     $7::uuid)`,
);
