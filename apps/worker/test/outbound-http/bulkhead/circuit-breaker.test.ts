import { describe, expect, it } from '@jest/globals';
import { createTestBulkhead, failed, responded } from './create-test-bulkhead.js';

describe('the circuit breaker of an endpoint', () => {
  const options = { failuresToOpen: 3, firstOpenMs: 1_000, maxOpenMs: 8_000 };

  function createOpen() {
    const parts = createTestBulkhead(options);
    for (let count = 0; count < 3; count += 1) parts.admit().end(failed('timeout'));
    return parts;
  }

  it.each([
    failed('timeout'),
    failed('connection'),
    failed('dns'),
    failed('refused_address'),
    failed('tls'),
    responded(408),
    responded(429),
    responded(500),
    responded(503),
  ])('opens after failures in a row: %j', (outcome) => {
    const { admit, bulkhead, rejectedForMs } = createTestBulkhead(options);

    for (let count = 0; count < 3; count += 1) admit().end(outcome);

    expect(rejectedForMs()).toBeGreaterThanOrEqual(1_000);
    admit('b');
    expect([bulkhead.countOpen(), bulkhead.size]).toEqual([1, 2]);
  });

  it.each([responded(200), responded(302), responded(400), responded(404), responded(410)])(
    'stays closed when the receiver is healthy: %j',
    (outcome) => {
      const { admit } = createTestBulkhead(options);

      for (let count = 0; count < 20; count += 1) admit().end(count % 3 === 2 ? outcome : failed('timeout'));

      admit();
    },
  );

  it('does not count attempts that we canceled', () => {
    const { admit } = createTestBulkhead(options);

    for (let count = 0; count < 20; count += 1) admit().end(failed('aborted'));

    admit();
  });

  it('is half-open after the open time: it admits one probe, and closes when the probe succeeds', () => {
    const { clock, admit, rejectedForMs } = createOpen();

    clock.nowMs += 999;
    rejectedForMs();
    clock.nowMs += 1;
    const probe = admit();
    rejectedForMs();
    probe.end(responded(200));

    admit();
    admit();
  });

  it('doubles the open time after each failed probe, up to the maximum', () => {
    const { clock, admit, rejectedForMs } = createOpen();

    for (const openMs of [1_000, 2_000, 4_000, 8_000, 8_000, 8_000]) {
      clock.nowMs += openMs - 1;
      rejectedForMs();
      clock.nowMs += 1;
      admit().end(failed('timeout'));
    }
  });

  it('starts again with the first open time after it was closed', () => {
    const { clock, admit, rejectedForMs } = createOpen();
    clock.nowMs += 1_000;
    admit().end(failed('timeout'));
    clock.nowMs += 2_000;
    admit().end(responded(200));

    for (let count = 0; count < 3; count += 1) admit().end(failed('timeout'));

    clock.nowMs += 999;
    rejectedForMs();
    clock.nowMs += 1;
    admit();
  });

  it('sets ten retries a second, however many attempts are rejected', () => {
    const { rejectedForMs } = createOpen();

    const waits = Array.from({ length: 36_000 }, () => rejectedForMs());

    expect(waits.slice(0, 3)).toEqual([1_050, 1_150, 1_250]);
    expect(waits.at(-1)).toBe(1_050 + 35_999 * 100);
  });

  it('does not delay new attempts by the backlog of an earlier failure', () => {
    const { clock, admit, rejectedForMs } = createOpen();
    for (let count = 0; count < 1_000; count += 1) rejectedForMs();
    clock.nowMs += 1_000;
    admit().end(responded(200));

    for (let count = 0; count < 8; count += 1) admit();

    expect(rejectedForMs()).toBe(50);
  });

  it('admits another probe when the first was canceled', () => {
    const { clock, admit, rejectedForMs } = createOpen();
    clock.nowMs += 1_000;

    admit().end(failed('aborted'));

    admit();
    rejectedForMs();
  });

  it('does not stay open longer because of attempts that began before it opened', () => {
    const { clock, admit } = createTestBulkhead(options);
    const entries = Array.from({ length: 8 }, () => admit());

    for (const entry of entries) entry.end(failed('timeout'));

    clock.nowMs += 1_000;
    admit();
  });

  it('is closed by the success of an attempt that began before it opened', () => {
    const { clock, admit } = createTestBulkhead(options);
    const entries = Array.from({ length: 4 }, () => admit());
    for (const entry of entries.slice(1)) entry.end(failed('timeout'));
    clock.nowMs += 1_000;
    const probe = admit();

    entries[0]?.end(responded(200));
    probe.end(failed('timeout'));

    admit();
    admit();
  });
});
