import type { Round } from './kill-rounds.js';
import type { AcknowledgedWrite } from './writes.js';

/** A plan with this number of rounds kills a starting process in at least three of them. */
export const usualRounds = 30;

/** Finds the cases that the run did not cover, and so has not proven. */
export function findCoverageBreaches(
  acknowledged: readonly AcknowledgedWrite[],
  rounds: readonly Round[],
): string[] {
  const counts: Record<AcknowledgedWrite['kind'], number> = { inbound: 0, label: 0, status: 0, campaign: 0 };
  for (const { kind } of acknowledged) counts[kind] += 1;
  const isKilledStarting = rounds.some(({ recoveries }) =>
    recoveries.some((recovery) => recovery.isKilledStarting),
  );
  return [
    ...Object.entries(counts)
      .filter(([, count]) => count === 0)
      .map(([kind]) => `no write of the kind "${kind}" was acknowledged`),
    ...(rounds.length >= usualRounds && !isKilledStarting
      ? ['no process was killed while it was starting']
      : []),
  ];
}
