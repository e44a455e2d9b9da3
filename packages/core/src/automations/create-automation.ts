import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { transactWithPrisma } from '../sql/transact.js';
import { requireRoomFor } from '../tenants/require-room.js';
import { type AutomationDetailRecord, automationDetails } from './automation-detail-record.js';
import { findRuleProblem } from './versions/check-schedule.js';
import { checkVersion, type NewVersion } from './versions/check-version.js';
import { insertVersion, storedVersion } from './versions/insert-version.js';

export interface NewAutomation extends NewVersion {
  readonly name: string;
  /** The public URL of the service; without it, URLs of files are not recognized. */
  readonly publicUrl?: string;
}

/** Creates a draft with its first version, which runs once it is published. */
export async function createAutomation(
  context: Context,
  automation: NewAutomation,
): Promise<AutomationDetailRecord> {
  const ruleProblem = await findRuleProblem(context, automation.trigger);
  return transactWithPrisma(context, async (transaction) => {
    await requireRoomFor(transaction, context, 'automations');
    const steps = (await checkVersion(transaction, context, { ...automation, ruleProblem })) ?? [];
    const version = storedVersion({ trigger: automation.trigger, steps });
    const row = newRow(context);
    const versionId = newId();
    await transaction.prisma.automation.create({
      data: {
        ...row,
        name: automation.name,
        status: 'draft',
        latestVersionId: versionId,
        latestVersionTriggerType: version.triggerType,
        latestVersionTriggerParametersChannelId: version.triggerChannelId,
      },
    });
    await insertVersion(transaction, context, { automationId: row.id, versionId, number: 1, version });
    return requireById(transaction.sql, automationDetails, row);
  });
}
