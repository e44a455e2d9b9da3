import type { Operation } from '../document/operation.js';
import type { Run, Trial } from './run.js';

/** Keeps what was met on the way, until something smaller takes its place. */
export function noteWhole(
  { found }: Run,
  operation: Operation,
  { request, violations }: Pick<Trial, 'request' | 'violations'>,
): void {
  for (const violation of violations) {
    const key = `${operation.id} ${violation.key}`;
    if (!found.has(key)) found.set(key, { operation, trial: { request }, violation, isWhole: true });
  }
}
