import fc from 'fast-check';
import type { Operation } from '../document/operation.js';
import { createAttemptChooser } from '../faults/choose-attempt.js';
import { makeFault } from '../faults/make-fault.js';
import { seedOf } from '../generate/seed-of.js';
import { encodeRequest } from '../request/encode-request.js';
import { explore } from './explore.js';
import { planFaults } from './plan-faults.js';
import { refill } from './refill.js';
import type { Run } from './run.js';
import { tryFault } from './try-fault.js';
import { tryRequest } from './try-request.js';

/** Tries one operation with valid requests, and then with each fault that its requests can have. */
export async function runOperation(run: Run, operation: Operation, round: number): Promise<void> {
  const explored = run.casesOf(operation, 'some');
  const spoilt = run.casesOf(operation, 'most');
  if ('why' in explored || 'why' in spoilt) {
    run.tallies.get(operation)?.leaveOut('why' in explored ? explored.why : 'nothing could be generated');
    return;
  }
  const budget = run.settings.requestsPerOperation;
  const shared = {
    known: knownKeys(run, operation),
    isOver: run.isOver,
    // A run of few requests is not to spend most of them on making findings small.
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
  const plans = planFaults(operation, spoilt.arbitrary, { budget, seed: seed('kinds') });
  for (const { kind, runs } of plans) {
    const chooser = createAttemptChooser();
    const found = await explore({
      arbitrary: fc.record({ valid: spoilt.arbitrary, pick: fc.noShrink(fc.nat()) }),
      runs,
      seed: seed(kind),
      ...shared,
      probe: async ({ valid, pick }) => {
        const fault = valid && makeFault(kind, operation, { valid, pick, chooser });
        return fault ? tryFault(run, { operation, valid, fault }) : undefined;
      },
    });
    discoveries.push(...found);
  }
  for (const { trial, violation } of discoveries) {
    run.found.set(`${operation.id} ${violation.key}`, { operation, trial, violation });
  }
}

/** What was found in an earlier round need not be found again. */
function knownKeys(run: Run, operation: Operation): Set<string> {
  const found = [...run.found.values()].filter((one) => one.operation === operation && !one.isWhole);
  return new Set(found.map(({ violation }) => violation.key));
}

/** Each success of a DELETE costs something that other operations could have used. */
function validRuns({ method }: Operation, budget: number): number {
  const runs = Math.max(3, Math.round(budget * 0.25));
  return method === 'DELETE' ? Math.min(runs, 6) : runs;
}
