import type { Recovery, Round } from './kill-rounds.js';

export function describeRound({ recoveries, serviceMs }: Round): string {
  const victims = recoveries.map(
    ({ victim, recoveryMs, isKilledStarting }) =>
      `${victim}${isKilledStarting ? ' (twice)' : ''} back after ${recoveryMs} ms`,
  );
  return `${victims.join(', ')}; the service after ${serviceMs} ms`;
}

/** Returns the recovery times of a service that had nothing to do. */
export function describeIdleRecovery(rounds: readonly Round[]): readonly string[] {
  return describeRoles(rounds, 'killed without a load').filter((line) => line !== undefined);
}

/** Returns the recovery times by role, for single and for overlapping kills, and of the service as a whole. */
export function describeRecovery(rounds: readonly Round[]): readonly string[] {
  const alone = rounds.filter((round) => !isOverlapping(round));
  const overlapping = rounds.filter(isOverlapping);
  return [
    ...describeRoles(alone, 'killed alone'),
    ...describeRoles(overlapping, 'killed in a round with overlapping kills'),
    describe('service', 'one kill', timesOf(alone)),
    describe('service', 'overlapping kills', timesOf(overlapping)),
    `killed again while starting: ${rounds.flatMap(({ recoveries }) => recoveries).filter(({ isKilledStarting }) => isKilledStarting).length} times`,
  ].filter((line) => line !== undefined);
}

function isOverlapping({ recoveries }: Round): boolean {
  return recoveries.length > 1 || recoveries.some(({ isKilledStarting }) => isKilledStarting);
}

function timesOf(rounds: readonly Round[]): number[] {
  return rounds.map(({ serviceMs }) => serviceMs);
}

function describeRoles(rounds: readonly Round[], what: string): (string | undefined)[] {
  const recoveries = rounds.flatMap((round) => round.recoveries);
  return ['api', 'postgres', 'worker'].map((role) => {
    const ofRole = recoveries.filter(({ victim }) => roleOf(victim) === role);
    return describe(
      role,
      what,
      ofRole.map(({ recoveryMs }) => recoveryMs),
    );
  });
}

function roleOf(victim: Recovery['victim']): string {
  return victim.replace(/-\d+$/, '');
}

/** Returns undefined if there is nothing to describe. */
function describe(who: string, what: string, times: readonly number[]): string | undefined {
  const sorted = [...times].sort((a, b) => a - b);
  const most = sorted.at(-1);
  if (most === undefined) return undefined;
  const middle = sorted[sorted.length >> 1];
  return `${who}: ${what} ${sorted.length} times, back after ${middle} ms (median), ${most} ms (most)`;
}
