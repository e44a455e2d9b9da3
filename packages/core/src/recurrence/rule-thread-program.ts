import { parentPort } from 'node:worker_threads';
import { findNextOccurrence, planOccurrences } from './find-next-occurrence.js';
import type { RuleRequest, RuleResponse } from './rule-thread.js';

// The program of the thread that computes the rules of one campaign after the other. An unexpected error ends the thread.
parentPort?.on('message', ({ kind, recurrence, at }: RuleRequest) => {
  const response: RuleResponse =
    kind === 'plan'
      ? { plan: planOccurrences(recurrence, at) }
      : { nextOccurrenceAt: findNextOccurrence(recurrence, at) };
  parentPort?.postMessage(response);
});
