import fc from 'fast-check';
import type { Operation } from '../document/operation.js';
import { seedOf } from '../generate/seed-of.js';
import { createAttemptChooser } from '../mutations/choose-attempt.js';
import { createMutation } from '../mutations/create-mutation.js';
import { encodeRequest } from '../request/encode-request.js';
import { explore } from './explore.js';
import { planMutations } from './plan-mutations.js';
import { refill } from './refill.js';
import type { Run } from './run.js';
import { tryMutation } from './try-mutation.js';
import { tryRequest } from './try-request.js';

/** Tests one operation with valid requests, and then with each kind of mutation that applies to it. */
export async function runOperation(run: Run, operation: Operation, round: number): Promise<void> {
  const explored = run.casesOf(operation, 'some');
  const mutated = run.casesOf(operation, 'most');
  if ('why' in explored || 'why' in mutated) {
    run.tallies.get(operation)?.leaveOut('why' in explored ? explored.why : 'nothing could be generated');
    return;
  }
  const budget = run.settings.requestsPerOperation;
  const shared = {
    known: knownKeys(run, operation),
    isOver: run.isOver,
    // A short run must not spend most of its requests on shrinking.
    shrinkingRequests: Math.min(80, 5 * budget),
  };
  const seed = (stage: string) => seedOf(run.settings.seed, operation.id, stage, round);
  const discoveries = await explore({
    arbitrary: explored.arbitrary,
    runs: validRuns(operation, budget),
    seed: seed('valid'),
    ...shared,
    probe: async (valid) => {
      const request = valid && encodeRequest(operation, valid);
      if (!request) return undefined;
      await refill(run, operation);
      return tryRequest(run, { operation, request, valid });
    },
  });
  const plans = planMutations(operation, mutated.arbitrary, { budget, seed: seed('kinds') });
  for (const { kind, runs } of plans) {
    const chooser = createAttemptChooser();
    const found = await explore({
      arbitrary: fc.record({ valid: mutated.arbitrary, pick: fc.noShrink(fc.nat()) }),
      runs,
      seed: seed(kind),
      ...shared,
      probe: async ({ valid, pick }) => {
        const mutation = valid && createMutation(kind, operation, { valid, pick, chooser });
        return mutation ? tryMutation(run, { operation, valid, mutation }) : undefined;
      },
    });
    discoveries.push(...found);
  }
  for (const { trial, violation } of discoveries) {
    run.found.set(`${operation.id} ${violation.key}`, { operation, trial, violation });
  }
}

/** Violations of earlier rounds are already known. */
function knownKeys(run: Run, operation: Operation): Set<string> {
  const found = [...run.found.values()].filter((one) => one.operation === operation && !one.isUnshrunk);
  return new Set(found.map(({ violation }) => violation.key));
}

/** Each successful DELETE removes a record that other operations could have used. */
function validRuns({ method }: Operation, budget: number): number {
  const runs = Math.max(3, Math.round(budget * 0.25));
  return method === 'DELETE' ? Math.min(runs, 6) : runs;
}
