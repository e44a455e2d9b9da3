import fc, { type Arbitrary } from 'fast-check';
import type { Violation } from '../rules/violation.js';
import type { Trial } from './run.js';

export interface Exploration<T> {
  readonly arbitrary: Arbitrary<T>;
  /** Sends a request for a value; `undefined` when there is none for this value. */
  readonly probe: (value: T) => Promise<Trial | undefined>;
  /** The number of requests, without those that shrink a finding. */
  readonly runs: number;
  /** The number of requests for shrinking one finding. */
  readonly shrinkingRequests: number;
  readonly seed: number;
  /** Keys of violations that are already known; new ones are added. */
  readonly known: Set<string>;
  readonly isOver: () => boolean;
}

export interface Discovery {
  readonly trial: Trial;
  readonly violation: Violation;
}

/** Each request without a response takes a whole timeout. */
const slowShrinkingRequests = 10;
const mostDiscoveries = 4;
const mostPasses = 4;

/** Tries values of an arbitrary. A value that violates a rule is shrunk while it still violates the same rule. */
export async function explore<T>(exploration: Exploration<T>): Promise<Discovery[]> {
  const { runs, known, isOver } = exploration;
  const discoveries: Discovery[] = [];
  let sent = 0;
  // Values without a request and findings leave some requests unused, which another pass uses.
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
