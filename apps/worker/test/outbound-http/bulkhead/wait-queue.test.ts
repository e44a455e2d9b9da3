import { describe, expect, it } from '@jest/globals';
import type { GateEntry } from '../../../src/outbound-http/bulkhead/admission.js';
import {
  createEndpointGate,
  type EndpointGateOptions,
} from '../../../src/outbound-http/bulkhead/endpoint-bulkhead.js';
import type { EndpointHealth } from '../../../src/outbound-http/outcome/endpoint-health.js';

function setUp(options: EndpointGateOptions) {
  const gate = createEndpointGate({ maxLineMs: 60_000, ...options });
  const enter = (): GateEntry => gate.tryEnter('a');
  const leave = (entry: GateEntry | undefined, health: EndpointHealth = 'healthy') => {
    if (entry?.kind !== 'entered') throw new Error('It was not let in.');
    entry.leave(health);
  };
  return { gate, enter, leave };
}

describe('the line at an endpoint whose places are taken', () => {
  it('lets in who waits, the first first, as places become free', async () => {
    const { gate, enter, leave } = setUp({ maxInFlight: 1 });
    const order: string[] = [];
    const first = enter();
    const waiting = ['second', 'third'].map(async (name) => {
      const entry = await gate.enter('a');
      order.push(name);
      leave(entry);
    });
    leave(first);
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
    expect(await gate.enter('a')).toMatchObject({ kind: 'entered' });
  });

  it('takes no more than fit in it', async () => {
    const { gate, enter, leave } = setUp({ maxInFlight: 1, maxInLine: 1 });
    const first = enter();
    const inLine = gate.enter('a');
    expect(await gate.enter('a')).toMatchObject({ kind: 'wait' });
    leave(first);
    leave(await inLine);
  });

  it('sends away who has waited too long, and that place in line is free again', async () => {
    const { gate, enter } = setUp({ maxInFlight: 1, maxInLine: 1, maxLineMs: 5 });
    enter();
    expect(await gate.enter('a')).toMatchObject({ kind: 'wait' });
    expect(await gate.enter('a')).toMatchObject({ kind: 'wait' });
  });

  it('sends all away when the endpoint begins to rest', async () => {
    const { gate, enter, leave } = setUp({ maxInFlight: 1, failuresToOpen: 1 });
    const first = enter();
    const inLine = [gate.enter('a'), gate.enter('a')];
    leave(first, 'failing');
    for (const entry of await Promise.all(inLine)) expect(entry).toMatchObject({ kind: 'wait' });
    expect(await gate.enter('a')).toMatchObject({ kind: 'wait' });
  });

  it('is sent away when nothing more is to be sent, and nobody is let in any more', async () => {
    const { gate, enter } = setUp({ maxInFlight: 1 });
    enter();
    const inLine = gate.enter('a');
    gate.close();
    expect(await inLine).toMatchObject({ kind: 'wait' });
    expect(await gate.enter('b')).toMatchObject({ kind: 'wait' });
  });
});
