import { isDeepStrictEqual } from 'node:util';
import type { TriggerType } from '@parley/database';
import type { Context } from '../../context.js';
import { toJson } from '../../sql/to-json.js';
import type { PrismaTransaction } from '../../sql/transact.js';
import type { TriggerParameter } from '../../triggers/trigger-parameters.js';
import type { NewTrigger } from './check-trigger.js';
import { isNesting, mapNested } from './step-tree.js';
import type { AutomationStep } from './steps.js';

export interface CheckedVersion {
  readonly trigger: NewTrigger;
  readonly steps: readonly AutomationStep[];
}

/** A version as it is stored. */
export interface StoredVersion {
  readonly triggerType: TriggerType;
  readonly triggerChannelId: string | null;
  readonly triggerParameters: { readonly [Name in TriggerParameter]?: string };
  readonly steps: readonly AutomationStep[];
}

export function storedVersion({ trigger, steps }: CheckedVersion): StoredVersion {
  const { type, channelId, keyword, replyId, rule, timeZone, audienceQuery, ...ids } = trigger;
  return {
    triggerType: type,
    triggerChannelId: channelId?.toLowerCase() ?? null,
    triggerParameters: {
      ...(keyword && { keyword }),
      ...(replyId && { replyId }),
      ...(rule && { rule }),
      ...(timeZone && { timeZone }),
      ...(audienceQuery && { audienceQuery }),
      ...inLowerCase(ids),
    },
    steps: steps.map(withMomentInUtc),
  };
}

/** Ids of records are compared as text, in the form in which the database prints them. */
function inLowerCase(ids: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  const given = Object.entries(ids).flatMap(([name, id]) => (id ? [[name, id.toLowerCase()] as const] : []));
  return Object.fromEntries(given);
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
  if (isNesting(step)) return mapNested(step, withMomentInUtc);
  if (step.type !== 'wait' || step.until === undefined) return step;
  return { ...step, until: new Date(step.until).toISOString() };
}
