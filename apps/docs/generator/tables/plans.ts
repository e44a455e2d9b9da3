import { type LimitName, limitNames, plans } from '@parley/core/plans';
import type { OperationEntry } from '../list-entries.js';
import { code, renderTable } from '../markdown.js';

/** Renders what each plan allows, from the code of the server. */
export function renderPlans(): string {
  const rows = Object.entries(plans).map(([plan, { limits, features }]) => [
    code(plan),
    plan === 'enterprise' ? 'as agreed' : limits.requestsPerMinute.toLocaleString('en'),
    features.length === 0 ? 'none' : features.map(code).join(', '),
  ]);
  return renderTable(['Plan', 'Requests per minute', 'Features'], rows);
}

/** Renders the limits of a workspace on each plan, from the code of the server. */
export function renderLimits(): string {
  const names = Object.keys(plans);
  const rows = limitNames.map((limit) => [
    code(limit),
    ...Object.values(plans).map(({ limits }) => formatLimit(limit, limits[limit])),
  ]);
  return renderTable(['Limit', ...names.map(code)], rows);
}

function formatLimit(name: LimitName, value: number): string {
  if (name !== 'storedBytes') return value.toLocaleString('en');
  const mebibytes = value / 1_024 ** 2;
  return mebibytes < 1_024 ? `${mebibytes} MiB` : `${mebibytes / 1_024} GiB`;
}

/** Renders the operations that require a feature of the plan. */
export function renderPlanFeatures(entries: readonly OperationEntry[]): string {
  const features = [...new Set(entries.flatMap(({ planFeature }) => planFeature ?? []))].sort();
  const rows = features.map((feature) => {
    const operations = entries.filter(({ planFeature }) => planFeature === feature);
    const tags = [...new Set(operations.map(({ tag }) => tag))];
    return [code(feature), `${operations.length} operations: all of ${tags.join(' and ')}`];
  });
  return renderTable(['Feature', 'Needed by'], rows);
}
