import type { Attempt } from './attempt.js';
import { orderBy } from './choose.js';

/** Chooses mutations so that a few requests cover as many sites and kinds as possible. */
export interface AttemptChooser {
  /** Returns the possible mutations in the order in which to try them. */
  order(attempts: readonly Attempt[], pick: number): readonly Attempt[];
  /** Remembers the mutation for a number, so that a request keeps its mutation while it shrinks. */
  take(attempt: Attempt, pick: number): void;
}

export function createAttemptChooser(): AttemptChooser {
  const taken = new Map<number, string>();
  const uses = new Map<string, number>();
  const usesOf = (name: string) => uses.get(name) ?? 0;
  return {
    order(attempts, pick) {
      const before = taken.get(pick);
      const rank = (attempt: Attempt) => (attempt.name === before ? -1 : usesOf(attempt.place));
      return orderBy(attempts, pick, ({ name }) => name).sort(
        (a, b) => rank(a) - rank(b) || usesOf(a.name) - usesOf(b.name),
      );
    },
    take({ place, name }, pick) {
      if (taken.has(pick)) return;
      taken.set(pick, name);
      for (const used of [place, name]) uses.set(used, usesOf(used) + 1);
    },
  };
}
