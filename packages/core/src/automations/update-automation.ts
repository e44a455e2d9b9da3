import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { lockById } from '../resources/lock-by-id.js';
import { type PrismaTransaction, transactWithPrisma } from '../sql/transact.js';
import { type AutomationDetailRecord, automationDetails } from './automation-detail-record.js';
import { findRuleProblem } from './versions/check-schedule.js';
import { checkVersion, type NewVersion } from './versions/check-version.js';
import {
  insertVersion,
  isSameVersion,
  type StoredVersion,
  storedVersion,
} from './versions/insert-version.js';

export interface AutomationUpdate extends Partial<NewVersion> {
  readonly name?: string;
  /** The public URL of the service; without it, URLs of files are not recognized. */
  readonly publicUrl?: string;
}

/**
 * Updates an automation. A changed trigger or changed steps create a new version, which runs once it is published; the
 * active version runs until then. Unchanged values change nothing.
 */
export async function updateAutomation(
  context: Context,
  automationId: string,
  update: AutomationUpdate,
): Promise<AutomationDetailRecord> {
  const ruleProblem = await findRuleProblem(context, update.trigger);
  return transactWithPrisma(context, async (transaction) => {
    const { tenantId, now } = context;
    const { sql, prisma } = transaction;
    const key = { tenantId, id: await lockById(transaction, context, automationDetails, automationId) };
    const present = await requireById(sql, automationDetails, key);
    if (update.name !== undefined && update.name !== present.name) {
      const data = { name: update.name, updatedAt: now() };
      await prisma.automation.update({ where: { tenantId_id: key }, data });
    }
    if (update.trigger !== undefined || update.steps !== undefined) {
      const { trigger = present.latestVersion.trigger } = update;
      const examined = { ...update, ruleProblem };
      const steps = (await checkVersion(transaction, context, examined)) ?? present.latestVersion.steps;
      await addVersion(transaction, context, { present, version: storedVersion({ trigger, steps }) });
    }
    return requireById(sql, automationDetails, key);
  });
}

/** A version that is the same as the latest one is not added. */
async function addVersion(
  transaction: PrismaTransaction,
  context: Context,
  { present, version }: { present: AutomationDetailRecord; version: StoredVersion },
): Promise<void> {
  const { id: automationId, latestVersion } = present;
  if (isSameVersion(version, storedVersion(latestVersion))) return;
  const versionId = newId();
  const number = latestVersion.number + 1;
  await insertVersion(transaction, context, { automationId, versionId, number, version });
  await transaction.prisma.automation.update({
    where: { tenantId_id: { tenantId: context.tenantId, id: automationId } },
    data: {
      latestVersionId: versionId,
      latestVersionTriggerType: version.triggerType,
      latestVersionTriggerParametersChannelId: version.triggerChannelId,
      updatedAt: context.now(),
    },
  });
}
