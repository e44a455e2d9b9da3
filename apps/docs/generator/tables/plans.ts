import { plans } from '@parley/core/plans';
import type { OperationEntry } from '../list-entries.js';
import { code, renderTable } from '../markdown.js';

/** What each plan allows, as the server reads it. */
export function renderPlans(): string {
  const rows = Object.entries(plans).map(([plan, { limits, features }]) => [
    code(plan),
    plan === 'enterprise' ? 'as agreed' : limits.requestsPerMinute.toLocaleString('en'),
    features.length === 0 ? 'none' : features.map(code).join(', '),
  ]);
  return renderTable(['Plan', 'Requests per minute', 'Features'], rows);
}

/** Which operations need a feature of the plan. */
export function renderPlanFeatures(entries: readonly OperationEntry[]): string {
  const features = [...new Set(entries.flatMap(({ planFeature }) => planFeature ?? []))].sort();
  const rows = features.map((feature) => {
    const operations = entries.filter(({ planFeature }) => planFeature === feature);
    const tags = [...new Set(operations.map(({ tag }) => tag))];
    return [code(feature), `${operations.length} operations: all of ${tags.join(' and ')}`];
  });
  return renderTable(['Feature', 'Needed by'], rows);
}
