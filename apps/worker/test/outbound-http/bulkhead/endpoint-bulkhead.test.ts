import { describe, expect, it } from '@jest/globals';
import {
  createEndpointGate,
  type EndpointGateOptions,
} from '../../../src/outbound-http/bulkhead/endpoint-bulkhead.js';
import { judgeEndpoint } from '../../../src/outbound-http/outcome/endpoint-health.js';
import type { DeliveryOutcome, FailureReason } from '../../../src/outbound-http/outcome/request-outcome.js';

interface Entered {
  leave(outcome: DeliveryOutcome): void;
}

const answered = (statusCode: number): DeliveryOutcome => ({
  kind: 'answered',
  statusCode,
  durationMs: 1,
  bodyText: '',
});
const failed = (reason: FailureReason): DeliveryOutcome => ({
  kind: 'failed',
  reason,
  message: '',
  durationMs: 1,
});

function setUp(options: EndpointGateOptions = {}) {
  const clock = { nowMs: 1_000_000 };
  const gate = createEndpointGate({ now: () => clock.nowMs, ...options });
  const enter = (key = 'a'): Entered => {
    const entry = gate.tryEnter(key);
    if (entry.kind !== 'entered') throw new Error(`"${key}" was told to wait.`);
    return { leave: (outcome) => entry.leave(judgeEndpoint(outcome)) };
  };
  const waitMs = (key = 'a'): number => {
    const entry = gate.tryEnter(key);
    if (entry.kind !== 'wait') throw new Error(`"${key}" was let in.`);
    return entry.untilMs - clock.nowMs;
  };
  return { clock, gate, enter, waitMs };
}

describe('the cap on running attempts', () => {
  it('lets in as many as allowed for each endpoint, and one more for each that leaves', () => {
    const { enter, waitMs } = setUp({ maxInFlight: 3 });

    const entries = [enter('a'), enter('a'), enter('a')];
    expect(waitMs('a')).toBeGreaterThan(0);
    enter('b');

    entries[0]?.leave(answered(200));
    enter('a');
    expect(waitMs('a')).toBeGreaterThan(0);
  });

  it('counts an attempt that leaves twice once', () => {
    const { enter, waitMs } = setUp({ maxInFlight: 2, failuresToOpen: 2 });
    const first = enter();
    enter();

    first.leave(failed('timeout'));
    first.leave(failed('timeout'));

    enter();
    expect(waitMs()).toBeGreaterThan(0);
  });

  it('spreads those who wait instead of calling them back at one instant', () => {
    const { clock, enter, waitMs } = setUp({ maxInFlight: 2 });
    enter();
    enter();
    clock.nowMs += 10_000;

    const waits = Array.from({ length: 8 }, () => waitMs());

    // Two places that are held for ten seconds are free every five.
    expect(waits).toEqual([50, 5_050, 10_050, 15_050, 20_050, 25_050, 30_050, 35_050]);
  });

  it('leaves a place for one more, however many endpoints hang', () => {
    const { gate, enter } = setUp({ maxInFlight: 16, maxTotal: 128 });
    const taken = Array.from({ length: 20 }, (_, index) => {
      let count = 0;
      while (gate.tryEnter(`hanging-${index}`).kind === 'entered') count += 1;
      return count;
    });

    // The first takes all it may, the later ones less and less.
    expect([taken[0], taken[1], taken[19]]).toEqual([15, 13, 2]);
    enter('well');
  });

  it('lets nobody in when all places are taken, until one is free', () => {
    const { enter, waitMs } = setUp({ maxTotal: 2 });
    const first = enter('a');
    enter('b');
    expect(waitMs('c')).toBe(50);

    first.leave(answered(200));
    enter('c');
  });

  it('calls back soon those who wait for a fast endpoint', () => {
    const { clock, enter, waitMs } = setUp({ maxInFlight: 1 });
    for (let count = 0; count < 100; count += 1) {
      const entry = enter();
      clock.nowMs += 5;
      entry.leave(answered(200));
    }
    enter();

    const waits = Array.from({ length: 10 }, () => waitMs());

    expect(waits[0]).toBe(50);
    expect(waits[9]).toBeLessThan(50 + 9 * 6);
  });
});

describe('the circuit', () => {
  const options = { failuresToOpen: 3, firstPauseMs: 1_000, maxPauseMs: 8_000 };

  function setUpOpen() {
    const parts = setUp(options);
    for (let count = 0; count < 3; count += 1) parts.enter().leave(failed('timeout'));
    return parts;
  }

  it.each([
    failed('timeout'),
    failed('connection'),
    failed('dns'),
    failed('refused_address'),
    failed('tls'),
    answered(408),
    answered(429),
    answered(500),
    answered(503),
  ])('opens after failures in a row: %j', (outcome) => {
    const { enter, waitMs } = setUp(options);

    for (let count = 0; count < 3; count += 1) enter().leave(outcome);

    expect(waitMs()).toBeGreaterThanOrEqual(1_000);
    enter('b');
  });

  it.each([answered(200), answered(302), answered(400), answered(404), answered(410)])(
    'stays closed when the receiver is well: %j',
    (outcome) => {
      const { enter } = setUp(options);

      for (let count = 0; count < 20; count += 1)
        enter().leave(count % 3 === 2 ? outcome : failed('timeout'));

      enter();
    },
  );

  it('does not count attempts that we gave up', () => {
    const { enter } = setUp(options);

    for (let count = 0; count < 20; count += 1) enter().leave(failed('aborted'));

    enter();
  });

  it('lets in one probe after the pause and closes when it succeeds', () => {
    const { clock, enter, waitMs } = setUpOpen();

    clock.nowMs += 999;
    waitMs();
    clock.nowMs += 1;
    const probe = enter();
    waitMs();
    probe.leave(answered(200));

    enter();
    enter();
  });

  it('doubles the pause after each failed probe, up to the longest', () => {
    const { clock, enter, waitMs } = setUpOpen();

    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 8_000, 8_000]) {
      clock.nowMs += pauseMs - 1;
      waitMs();
      clock.nowMs += 1;
      enter().leave(failed('timeout'));
    }
  });

  it('starts again with the first pause after it was closed', () => {
    const { clock, enter, waitMs } = setUpOpen();
    clock.nowMs += 1_000;
    enter().leave(failed('timeout'));
    clock.nowMs += 2_000;
    enter().leave(answered(200));

    for (let count = 0; count < 3; count += 1) enter().leave(failed('timeout'));

    clock.nowMs += 999;
    waitMs();
    clock.nowMs += 1;
    enter();
  });

  it('calls back ten a second of those who wait, however many they are', () => {
    const { waitMs } = setUpOpen();

    const waits = Array.from({ length: 36_000 }, () => waitMs());

    expect(waits.slice(0, 3)).toEqual([1_050, 1_150, 1_250]);
    expect(waits.at(-1)).toBe(1_050 + 35_999 * 100);
  });

  it('lets nobody wait behind the backlog of a failure that is over', () => {
    const { clock, enter, waitMs } = setUpOpen();
    for (let count = 0; count < 1_000; count += 1) waitMs();
    clock.nowMs += 1_000;
    enter().leave(answered(200));

    for (let count = 0; count < 8; count += 1) enter();

    expect(waitMs()).toBe(50);
  });

  it('lets in another probe when the first was given up', () => {
    const { clock, enter, waitMs } = setUpOpen();
    clock.nowMs += 1_000;

    enter().leave(failed('aborted'));

    enter();
    waitMs();
  });

  it('is not held open longer by attempts that began before it opened', () => {
    const { clock, enter } = setUp(options);
    const entries = Array.from({ length: 8 }, () => enter());

    for (const entry of entries) entry.leave(failed('timeout'));

    clock.nowMs += 1_000;
    enter();
  });

  it('is closed by the success of an attempt that began before it opened', () => {
    const { clock, enter } = setUp(options);
    const entries = Array.from({ length: 4 }, () => enter());
    for (const entry of entries.slice(1)) entry.leave(failed('timeout'));
    clock.nowMs += 1_000;
    const probe = enter();

    entries[0]?.leave(answered(200));
    probe.leave(failed('timeout'));

    enter();
    enter();
  });
});

describe('whatever happens', () => {
  const limits = { maxInFlight: 4, failuresToOpen: 3, firstPauseMs: 1_000, maxPauseMs: 8_000 };
  const keys = ['healthy', 'flaky', 'dead'];

  it.each([1, 2, 3, 4, 5])(
    'caps hold, waits end and one endpoint does not hold up another (seed %d)',
    (seed) => {
      const random = randomFrom(seed);
      const { clock, gate } = setUp(limits);
      const running = new Map(keys.map((key) => [key, [] as Entered[]]));
      const waits: { key: string; untilMs: number; waitMs: number }[] = [];
      let mostRunning = 0;

      for (let step = 0; step < 20_000; step += 1) {
        clock.nowMs += Math.floor(random() * 40);
        for (const [key, entries] of running) {
          const entry = gate.tryEnter(key);
          if (entry.kind === 'entered') {
            entries.push({ leave: (outcome) => entry.leave(judgeEndpoint(outcome)) });
          } else waits.push({ key, untilMs: entry.untilMs, waitMs: entry.untilMs - clock.nowMs });
          mostRunning = Math.max(mostRunning, entries.length);
          if (key === 'healthy' || random() < 0.5) entries.shift()?.leave(outcomeOf(key, random));
        }
      }

      expect(mostRunning).toBe(4);
      expect(Math.min(...waits.map(({ waitMs }) => waitMs))).toBeGreaterThan(0);
      const instants = waits.filter(({ key }) => key === 'dead').map(({ untilMs }) => untilMs);
      expect(new Set(instants).size).toBe(instants.length);
      expect(waits.filter(({ key }) => key === 'healthy')).toEqual([]);
      expect(waits.filter(({ key }) => key === 'dead').length).toBeGreaterThan(19_000);

      for (const [key, entries] of running) for (const entry of entries) entry.leave(outcomeOf(key, random));
      clock.nowMs += 8_000;
      for (const key of keys) expect(gate.tryEnter(key).kind).toBe('entered');
    },
  );

  it('forgets endpoints that are well and at rest, and keeps those that are not', () => {
    const { clock, gate, enter, waitMs } = setUp({ failuresToOpen: 1 });
    enter('broken').leave(failed('timeout'));
    enter('busy');

    for (let count = 0; count < 10_000; count += 1) enter(`well-${count}`).leave(answered(200));

    expect(gate.size).toBeLessThanOrEqual(1_002);
    expect(waitMs('broken')).toBeGreaterThan(0);
    clock.nowMs += 3_600_000;
    for (let count = 0; count < 2_000; count += 1) enter(`well-${count}`).leave(answered(200));
    enter('broken').leave(failed('timeout'));
    expect(waitMs('broken')).toBeLessThan(10_000);
  });
});

function outcomeOf(key: string, random: () => number): DeliveryOutcome {
  if (key === 'healthy') return answered(200);
  if (key === 'dead') return failed('timeout');
  return random() < 0.5 ? answered(200) : answered(500);
}

/** The generator of Park and Miller: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
