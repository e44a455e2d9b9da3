import type { Attempt } from './attempt.js';
import { orderBy } from './choose.js';

/** Decides which way to mutate a request is taken, so that a few requests see as many places and ways as can be. */
export interface AttemptChooser {
  /** The ways, the one to try first before the others. */
  order(attempts: readonly Attempt[], pick: number): readonly Attempt[];
  /** Remembers that a way was taken for a number: a request that gets smaller keeps the mutation it has. */
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
