import type { Comparing } from './comparing.js';
import type { Finding } from './finding.js';
import type { Alternative, Alternatives } from './read-alternatives.js';

/** Whether an alternative belongs to a union with `x-extensible`. Readers of such a union expect further choices. */
export function canGrow({ parts }: Alternative): boolean {
  return parts.some(({ value }) => value['x-extensible'] === true);
}

/**
 * Opening a union of a response is a break of its own. Otherwise the gate could be passed in two steps: first the union is
 * opened, and then a choice is added. Closing it takes back what readers were told to expect.
 */
export function compareGrowth(
  before: Alternatives,
  after: Alternatives,
  { comparing: { direction }, source }: { readonly comparing: Comparing; readonly source: string },
): Finding[] {
  const [was, is] = [before, after].map(({ list }) => list.some(canGrow));
  if (was === is || direction === 'request') return [];
  const finding = { severity: 'breaking', path: ' > x-extensible', source } as const;
  return is
    ? [{ ...finding, rule: 'choices-opened', sentence: 'Other choices are possible now.' }]
    : [{ ...finding, rule: 'choices-closed', sentence: 'Only the listed choices are possible now.' }];
}
