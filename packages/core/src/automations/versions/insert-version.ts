import { isDeepStrictEqual } from 'node:util';
import type { TriggerType } from '@parley/database';
import type { Context } from '../../context.js';
import { toJson } from '../../sql/to-json.js';
import type { PrismaTransaction } from '../../sql/transact.js';
import type { NewTrigger } from './check-version.js';
import { mapNested } from './step-tree.js';
import type { AutomationStep } from './steps.js';

export interface CheckedVersion {
  readonly trigger: NewTrigger;
  readonly steps: readonly AutomationStep[];
}

/** A version as it is stored. */
export interface StoredVersion {
  readonly triggerType: TriggerType;
  readonly triggerChannelId: string | null;
  readonly triggerParameters: {
    readonly keyword?: string;
    readonly labelId?: string;
    readonly replyId?: string;
  };
  readonly steps: readonly AutomationStep[];
}

export function storedVersion({ trigger, steps }: CheckedVersion): StoredVersion {
  const { type, channelId, keyword, labelId, replyId } = trigger;
  return {
    triggerType: type,
    triggerChannelId: channelId?.toLowerCase() ?? null,
    // The id is compared as text, in the form in which the database prints it.
    triggerParameters: {
      ...(keyword && { keyword }),
      ...(labelId && { labelId: labelId.toLowerCase() }),
      ...(replyId && { replyId }),
    },
    steps: steps.map(withMomentInUtc),
  };
}

export function isSameVersion(one: StoredVersion, other: StoredVersion): boolean {
  return isDeepStrictEqual(toJson(one), toJson(other));
}

interface VersionToInsert {
  readonly automationId: string;
  readonly versionId: string;
  readonly number: number;
  readonly version: StoredVersion;
}

export async function insertVersion(
  { prisma }: PrismaTransaction,
  { tenantId, now }: Context,
  { automationId, versionId, number, version }: VersionToInsert,
): Promise<void> {
  const at = now();
  const { triggerType, triggerChannelId } = version;
  await prisma.automationVersion.create({
    data: {
      tenantId,
      id: versionId,
      createdAt: at,
      updatedAt: at,
      automationId,
      number,
      triggerType,
      triggerChannelId,
      triggerParameters: toJson(version.triggerParameters),
      steps: toJson(version.steps),
    },
  });
}

/** Moments are stored in UTC, regardless of the offset in which they were sent. */
function withMomentInUtc(step: AutomationStep): AutomationStep {
  if (step.type === 'branch') return mapNested(step, withMomentInUtc);
  if (step.type !== 'wait' || step.until === undefined) return step;
  return { ...step, until: new Date(step.until).toISOString() };
}
