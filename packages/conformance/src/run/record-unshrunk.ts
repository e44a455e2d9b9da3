import type { Operation } from '../document/operation.js';
import type { Run, Trial } from './run.js';

/** Records an incidental violation until a smaller request for it is found. */
export function recordUnshrunk(
  { found }: Run,
  operation: Operation,
  { request, violations }: Pick<Trial, 'request' | 'violations'>,
): void {
  for (const violation of violations) {
    const key = `${operation.id} ${violation.key}`;
    if (!found.has(key)) found.set(key, { operation, trial: { request }, violation, isUnshrunk: true });
  }
}
