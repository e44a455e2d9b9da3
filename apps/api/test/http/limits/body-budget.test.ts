import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { BodyBudget } from '../../../src/http/limits/body-budget.js';

const limitBytes = 1_600_000;
/** The first bytes of each body count against a budget of their own. */
const freeBytes = 16 * 1024;

function createBudget() {
  let refused = 0;
  const budget = new BodyBudget({
    limitBytes,
    pace: { windowMs: 600_000, windowBytes: 1, smallBodyMs: 600_000 },
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
    expect(fill(() => budget.open('a'))).toBe(60);
    budget.open('b').hold(freeBytes + limitBytes / 2);
  });

  it('is left to other tenants and to unverified senders by small bodies of tenants', () => {
    const { budget, refused } = createBudget();
    for (const tenant of ['a', 'b', 'c', 'd']) {
      const before = refused();
      while (refused() === before) tryTo(() => budget.open(tenant).hold(freeBytes));
    }
    budget.open('e').hold(freeBytes);
    budget.openUnverified('192.0.2.1').hold(freeBytes);
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

describe('unverified bodies that stop', () => {
  /** Opens the share of a request whose first bytes arrive, and that does not end. */
  function stall(budget: BodyBudget, address: string, bytes = 10_000) {
    const share = budget.openUnverified(address);
    const request = new IncomingMessage(new Socket());
    const body = { share, request, error: '' };
    share.watch(request, (error) => {
      body.error = error.message;
    });
    share.hold(bytes);
    return body;
  }

  it('are refused in the order of their arrival, and a new body of any network is accepted', () => {
    const { budget, refused } = createBudget();
    const addresses = ['192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'];
    const bodies = addresses.flatMap((address) => Array.from({ length: 10 }, () => stall(budget, address)));
    expect(refused()).toBe(0);
    const other = stall(budget, '233.252.0.1');
    expect(bodies.map(({ error }) => error)).toEqual(['service_unavailable', ...Array(39).fill('')]);
    expect([other.error, refused()]).toEqual(['', 1]);
  });

  it('of a network at its own limit are refused for a new one of that network, and not those of others', () => {
    const { budget } = createBudget();
    const other = stall(budget, '198.51.100.1');
    const bodies = Array.from({ length: 11 }, () => stall(budget, '192.0.2.1'));
    expect(bodies.map(({ error }) => error)).toEqual(['service_unavailable', ...Array(10).fill('')]);
    expect(other.error).toBe('');
  });

  /** Four addresses hold all the memory that unverified bodies may use, with four bodies each. */
  function fillMemory(budget: BodyBudget) {
    const addresses = ['192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'];
    return addresses.flatMap((address) =>
      Array.from({ length: 4 }, () => stall(budget, address, freeBytes + limitBytes / 64)),
    );
  }

  it('and are large are refused in the order of their arrival, and a new large body is accepted', () => {
    const { budget, refused } = createBudget();
    const small = stall(budget, '233.252.0.1');
    const bodies = fillMemory(budget);
    expect([budget.heldBytes, refused()]).toEqual([limitBytes / 4, 0]);
    const other = stall(budget, '233.252.0.1', freeBytes + limitBytes / 64 + 1);
    expect(bodies.map(({ error }) => error)).toEqual([
      'service_unavailable',
      'service_unavailable',
      ...Array(14).fill(''),
    ]);
    expect([small.error, other.error, refused()]).toEqual(['', '', 2]);
  });

  it('are refused themselves when they grow and none is older', () => {
    const { budget } = createBudget();
    const [oldest, ...others] = fillMemory(budget);
    expect(() => oldest?.share.hold(1)).toThrow('service_unavailable');
    expect(others.map(({ error }) => error)).toEqual(Array(15).fill(''));
  });

  it('are refused before one that has arrived or is verified', () => {
    const { budget } = createBudget();
    const [arrived, verified] = [stall(budget, '192.0.2.1'), stall(budget, '192.0.2.1')];
    arrived.request.emit('end');
    verified.share.assignTo('a');
    const bodies = Array.from({ length: 10 }, () => stall(budget, '192.0.2.1'));
    expect([arrived.error, verified.error, bodies[0]?.error]).toEqual(['', '', 'service_unavailable']);
  });
});

function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // The budget counts what it refuses.
  }
}
