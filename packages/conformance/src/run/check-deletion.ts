import { own } from '@parley/validation';
import fc from 'fast-check';
import type { Operation } from '../document/operation.js';
import { seedOf } from '../generate/seed-of.js';
import { listPathParameters } from '../pool/resource-names.js';
import { encodeRequest, type WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { excerpt } from '../rules/excerpt.js';
import { isResponse, isSuccess } from '../wire/wire-response.js';
import { refill } from './refill.js';
import type { Run } from './run.js';
import { tryRequest } from './try-request.js';

/** The number of records to try, because some of the known ones may already be deleted. */
const mostTries = 6;

/** Checks, for a path that can be read and deleted, that a deleted record is no longer found. */
export async function checkDeletion(run: Run, deletion: Operation): Promise<void> {
  const reading = findReading(run.api.operations, deletion);
  if (!reading) return;
  await refill(run, deletion);
  for (const path of listPaths(run, reading)) {
    if (run.isOver()) return;
    const steps = planSteps(run, { deletion, reading, path });
    if (steps && (await takeSteps(run, { deletion, reading, steps }))) return;
  }
}

/** Finds the operation that reads what another one deletes. */
export function findReading(operations: readonly Operation[], deletion: Operation): Operation | undefined {
  return operations.find(({ method, path }) => method === 'GET' && path === deletion.path);
}

/** Lists the newest records first. Identifiers of the caller come last, because other operations need them. */
function listPaths(run: Run, reading: Operation): Readonly<Record<string, unknown>>[] {
  const last = listPathParameters(reading.path).at(-1);
  if (!last) return [{}];
  const given = new Set<unknown>(Object.values(run.settings.ids).flat());
  const isGiven = (path: Readonly<Record<string, unknown>>) => given.has(own(path, last.name));
  const paths = Array.from({ length: Math.max(1, run.pool.count(last.resources)) }, (_, pick) =>
    run.known.choosePath(reading, pick),
  );
  const fromResponses = paths.filter((path) => !isGiven(path)).slice(0, mostTries);
  return [...fromResponses, ...paths.filter(isGiven).slice(0, mostTries)];
}

/** Returns whether a record was read and then deleted. */
async function takeSteps(
  run: Run,
  { deletion, reading, steps }: { deletion: Operation; reading: Operation; steps: Steps },
): Promise<boolean> {
  const { valid, read, remove } = steps;
  const before = await tryRequest(run, { operation: reading, request: read, valid });
  if (!isSuccess(before.outcome)) return false;
  const removal = await tryRequest(run, { operation: deletion, request: remove, valid });
  if (!isSuccess(removal.outcome)) return false;
  const { outcome } = await tryRequest(run, { operation: reading, request: read, valid });
  if (!isResponse(outcome)) return false;
  run.tallies.get(deletion)?.countDeletion();
  if (outcome.status === 404 || outcome.status === 410) return true;
  const violation = {
    rule: 'deleted-is-gone' as const,
    key: 'deleted-is-gone',
    expected: '404 or 410, since it was deleted just before',
    received: `${outcome.status} ${excerpt(outcome)}`,
  };
  const key = `${reading.id} ${violation.key}`;
  run.found.set(key, { operation: reading, trial: { request: read }, violation, before: [remove] });
  return true;
}

interface Steps {
  readonly valid: RequestCase;
  readonly read: WireRequest;
  readonly remove: WireRequest;
}

function planSteps(
  run: Run,
  {
    deletion,
    reading,
    path,
  }: { deletion: Operation; reading: Operation; path: Steps['valid']['parameters']['path'] },
): Steps | undefined {
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
