import fc, { type Arbitrary } from 'fast-check';
import type { Violation } from '../rules/violation.js';
import type { Trial } from './run.js';

export interface Exploration<T> {
  readonly arbitrary: Arbitrary<T>;
  /** Sends a request for a value; `undefined` when the value makes none. */
  readonly probe: (value: T) => Promise<Trial | undefined>;
  /** Requests to send, not counting those that make a finding smaller. */
  readonly runs: number;
  /** Requests spent to make one finding as small as possible. */
  readonly shrinkingRequests: number;
  readonly seed: number;
  /** Keys of violations that need not be found again; those found are added. */
  readonly known: Set<string>;
  readonly isOver: () => boolean;
}

export interface Discovery {
  readonly trial: Trial;
  readonly violation: Violation;
}

/** Each of them costs the time of a timeout. */
const slowShrinkingRequests = 10;
const mostDiscoveries = 4;
const mostPasses = 4;

/** Tries values of an arbitrary, and makes what breaks a rule as small as it gets while it breaks the same rule. */
export async function explore<T>(exploration: Exploration<T>): Promise<Discovery[]> {
  const { runs, known, isOver } = exploration;
  const discoveries: Discovery[] = [];
  let sent = 0;
  // Values that make no request leave runs over, and so does a discovery: both are made up for in another pass.
  for (let pass = 0; pass < mostPasses && sent < runs && !isOver(); pass += 1) {
    const { discovery, sent: more } = await explorePass(exploration, { runs: runs - sent, pass });
    sent += more;
    if (!discovery) continue;
    known.add(discovery.violation.key);
    if (discoveries.push(discovery) === mostDiscoveries) break;
  }
  return discoveries;
}

async function explorePass<T>(
  { arbitrary, probe, seed, shrinkingRequests, known, isOver }: Exploration<T>,
  { runs, pass }: { runs: number; pass: number },
): Promise<{ discovery: Discovery | undefined; sent: number }> {
  let discovery: Discovery | undefined;
  let sent = 0;
  let shrinking = 0;
  const holds = fc.asyncProperty(arbitrary, async (value) => {
    const isSlow = discovery?.violation.rule === 'responds';
    if (isOver() || shrinking >= (isSlow ? slowShrinkingRequests : shrinkingRequests)) return true;
    const trial = await probe(value);
    if (!trial) return true;
    if (discovery) shrinking += 1;
    else sent += 1;
    const key = discovery?.violation.key;
    const violation = trial.violations.find((one) =>
      key === undefined ? !known.has(one.key) : one.key === key,
    );
    if (violation) discovery = { trial, violation };
    return violation === undefined;
  });
  await fc.check(holds, { seed: seed + pass, numRuns: runs });
  return { discovery, sent };
}
