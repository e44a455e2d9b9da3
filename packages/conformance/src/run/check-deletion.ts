import fc from 'fast-check';
import type { Operation } from '../document/operation.js';
import { encodeRequest, type WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { excerpt } from '../rules/excerpt.js';
import { seedOf } from '../seed-of.js';
import { isAnswer, type Outcome } from '../wire/answer.js';
import { refill } from './refill.js';
import type { Run } from './run.js';
import { tryRequest } from './try-request.js';

/** What is there, and is deleted, is not there any more; for every path that can be read and deleted. */
export async function checkDeletion(run: Run, deletion: Operation): Promise<void> {
  const reading = run.api.operations.find(({ method, path }) => method === 'GET' && path === deletion.path);
  if (!reading || run.isOver()) return;
  await refill(run, deletion);
  const steps = planSteps(run, { deletion, reading });
  if (!steps) return;
  const { valid, read, remove } = steps;
  const before = await tryRequest(run, { operation: reading, request: read, valid });
  if (!isSuccess(before.outcome)) return;
  const removal = await tryRequest(run, { operation: deletion, request: remove, valid });
  if (!isSuccess(removal.outcome)) return;
  const { outcome } = await tryRequest(run, { operation: reading, request: read, valid });
  if (!isAnswer(outcome) || outcome.status === 404 || outcome.status === 410) return;
  const violation = {
    rule: 'deleted-is-gone' as const,
    key: 'deleted-is-gone',
    expected: '404 or 410, since it was deleted just before',
    received: `${outcome.status} ${excerpt(outcome)}`,
  };
  const key = `${reading.id} ${violation.key}`;
  run.found.set(key, { operation: reading, trial: { request: read }, violation, before: [remove] });
}

interface Steps {
  readonly valid: RequestCase;
  readonly read: WireRequest;
  readonly remove: WireRequest;
}

function planSteps(
  run: Run,
  { deletion, reading }: { deletion: Operation; reading: Operation },
): Steps | undefined {
  const path = run.known.choosePath(reading, 0);
  const cases = [reading, deletion].map((operation) => {
    const built = run.casesOf(operation, 'some');
    if ('why' in built) return undefined;
    const seed = seedOf(run.settings.seed, operation.id, 'deletion');
    const sample = fc.sample(built.arbitrary, { numRuns: 5, seed }).find((one) => one !== undefined);
    return sample && { ...sample, parameters: { ...sample.parameters, path } };
  });
  const [first, second] = cases;
  const read = first && encodeRequest(reading, first);
  const remove = second && encodeRequest(deletion, second);
  return first && read && remove ? { valid: first, read, remove } : undefined;
}

function isSuccess(outcome: Outcome): boolean {
  return isAnswer(outcome) && outcome.status >= 200 && outcome.status < 300;
}
