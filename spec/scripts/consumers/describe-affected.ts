import type { Affected, Change } from '../change.js';
import { count } from '../count.js';
import type { Version } from '../versions.js';
import type { Knowledge, Usage } from './consumer.js';
import type { Effect } from './effect.js';
import { findAffected } from './find-affected.js';
import { findKeys, isSeenInCalls, type KeyEffect } from './find-keys.js';

/**
 * Says who is affected by a breaking change: "read by acme (2 files); called by 3 keys in the last 30 days". What nobody
 * has reported is unknown. Returns undefined if nothing at all has been reported.
 */
export function describeAffected(
  change: Change,
  version: Version,
  { consumers, usages }: Knowledge,
  now = new Date(),
): Affected | undefined {
  if (consumers.length + usages.length === 0) return undefined;
  const effects = findAffected(change, version, consumers);
  const keys = findKeys(change, version, usages);
  const parts = [
    ...effects.filter(({ isCertain }) => isCertain).map(describeEffect),
    ...effects.filter(({ isCertain }) => !isCertain).map(describeEffect),
    ...keys.map((effect) => describeKeys(effect, describeSpan(usages, now))),
  ];
  const nobody = [
    ...(consumers.length > 0 && effects.length === 0
      ? [`none of ${count(consumers.length, 'known consumer')}`]
      : []),
    ...(usages.length > 0 && keys.length === 0 && isSeenInCalls(change)
      ? [`no key ${describeSpan(usages, now)}`]
      : []),
  ];
  const unknown = [
    ...(consumers.length === 0 ? ['readers are unknown'] : []),
    ...(usages.length === 0 ? ['calls are unknown'] : []),
    ...(usages.length > 0 && !isSeenInCalls(change) ? ['calls cannot show it'] : []),
  ];
  return {
    sentence: [...parts, ...nobody, ...unknown].join('; '),
    isAnybody: parts.length > 0,
    isPerhaps: effects.some(({ isCertain }) => !isCertain),
  };
}

/** What a reader of the report must know about its word "perhaps". */
export const perhapsMeans =
  '"Perhaps" means that the consumer passes the whole value on, or that its report names only the schema or a part whose use could not be followed. Ask the consumer.';

function describeEffect({ consumer, verb, uses, isCertain }: Effect): string {
  const files = [...new Set(uses.map(({ file }) => file))];
  const [first] = uses;
  const where = files.length === 1 && first ? `${first.file}:${first.line}` : count(files.length, 'file');
  return `${isCertain ? verb : `perhaps ${verb}`} by ${consumer} (${where})`;
}

function describeKeys({ verb, noun, names }: KeyEffect, span: string): string {
  const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')} and others` : names.join(', ');
  return `${verb} ${count(names.length, noun)} ${span} (${shown})`;
}

/** "in the last 30 days", or the last day too if the export is older. */
function describeSpan(usages: readonly Usage[], now: Date): string {
  const from = usages.map((usage) => usage.from).sort()[0] ?? '';
  const to =
    usages
      .map((usage) => usage.to)
      .sort()
      .at(-1) ?? '';
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const isRecent = now.getTime() - Date.parse(to) < 3 * dayMs;
  return isRecent ? `in the last ${count(days, 'day')}` : `in the ${count(days, 'day')} until ${to}`;
}

const dayMs = 86_400_000;
