import { describe, expect, it } from '@jest/globals';
import { BodyBudget } from '../../../src/http/limits/body-budget.js';

const limitBytes = 1_600_000;
/** The first bytes of each body count against a budget of their own. */
const freeBytes = 16 * 1024;

function createBudget() {
  let refused = 0;
  const budget = new BodyBudget({
    limitBytes,
    pace: { windowMs: 1_000, windowBytes: 1, smallBodyMs: 1_000 },
    onRefused: () => {
      refused += 1;
    },
  });
  return { budget, refused: () => refused };
}

describe('the memory for bodies', () => {
  it('is separate for bodies of a usual size', () => {
    const { budget } = createBudget();
    budget.open('a').hold(freeBytes);
    expect(budget.heldBytes).toBe(0);
    budget.open('a').hold(freeBytes + 1);
    expect(budget.heldBytes).toBe(1);
  });

  it('is as large for bodies of a usual size, with the same shares, so that stalled ones cannot use up the process', () => {
    const { budget } = createBudget();
    const fill = (open: () => { hold(bytes: number): void }) => {
      let opened = 0;
      try {
        for (;;) {
          open().hold(10_000);
          opened += 1;
        }
      } catch {
        return opened;
      }
    };
    expect(fill(() => budget.openUnverified('192.0.2.1'))).toBe(10);
    budget.openUnverified('198.51.100.1').hold(10_000);
    expect(fill(() => budget.open('a'))).toBe(80);
    budget.open('b').hold(freeBytes + limitBytes / 2);
  });

  it('is half for one tenant, and two tenants can use all of it', () => {
    const { budget, refused } = createBudget();
    const shares = [budget.open('a'), budget.open('b')];
    for (const share of shares) share.hold(freeBytes + limitBytes / 2);
    expect([budget.heldBytes, refused()]).toEqual([limitBytes, 0]);
    expect(() => budget.open('c').hold(freeBytes + 1)).toThrow('service_unavailable');
    shares[0]?.release();
    expect(() => budget.open('b').hold(freeBytes + 1)).toThrow('service_unavailable');
    expect([budget.heldBytes, refused()]).toEqual([limitBytes / 2, 2]);
    shares[1]?.release();
    expect(budget.heldBytes).toBe(0);
  });

  it('is a quarter for senders that are not verified, and a quarter of that for one address', () => {
    const { budget, refused } = createBudget();
    const addresses = ['192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'];
    const shares = addresses.map((address) => budget.openUnverified(address));
    for (const share of shares) share.hold(freeBytes + limitBytes / 16);
    expect([budget.heldBytes, refused()]).toEqual([limitBytes / 4, 0]);
    expect(() => shares[0]?.hold(1)).toThrow('service_unavailable');
    expect(() => budget.openUnverified('192.0.2.200').hold(freeBytes + 1)).toThrow('service_unavailable');
    shares[0]?.assignTo('a');
    expect(budget.heldBytes).toBe(limitBytes / 4);
    budget.openUnverified('192.0.2.200').hold(freeBytes + 1);
    expect([budget.heldBytes, refused()]).toEqual([limitBytes / 4 + 1, 2]);
  });
});
