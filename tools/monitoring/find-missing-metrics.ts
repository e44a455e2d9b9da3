import { readExpression } from './read-expression.js';
import type { Family } from './read-scrape.js';

/** Returns the metrics and labels of an expression that no scrape contains. */
export function findMissing(expression: string, families: readonly Family[]): string[] {
  return readExpression(expression).flatMap(({ metric, labels }) => {
    const family = families.find(({ name, type }) => name === nameOf(metric, name, type));
    if (family === undefined) return [metric];
    if (family.samples.length === 0) return [];
    const known = new Set(family.samples.flatMap((sample) => Object.keys(sample.labels)));
    return labels.filter((label) => !known.has(label)).map((label) => `${metric}{${label}}`);
  });
}

/**
 * Returns the name under which a scrape lists the metric of a sample. The samples of a histogram have a suffix after
 * that name.
 */
function nameOf(metric: string, family: string, type: string): string {
  return type === 'histogram' && metric.startsWith(`${family}_`)
    ? metric.replace(/_(?:bucket|count|sum)$/, '')
    : metric;
}
