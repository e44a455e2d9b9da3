import { describe, expect, it } from '@jest/globals';
import { createEndpointBulkhead } from '../../src/outbound-http/bulkhead/endpoint-bulkhead.js';
import { endpointHealthOf } from '../../src/outbound-http/outcome/endpoint-health.js';
import { postEvent } from '../../src/outbound-http/request/post-event.js';
import { type Receiver, startReceiver, startTcpReceiver } from './start-receiver.js';
import { useOutbound } from './use-outbound.js';

const { use, useAgent } = useOutbound({ allowedCidrs: ['127.0.0.0/8'] });

const eventFor = ({ port }: Receiver) => ({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' });

describe('a receiver that hangs', () => {
  it('does not delay 200 concurrent posts to another', async () => {
    const agent = useAgent();
    const hanging = await use(startTcpReceiver(() => {}));
    const fast = await use(startReceiver());
    let hangingEnded = 0;

    const stuck = Array.from({ length: 200 }, async () => {
      const outcome = await postEvent(agent, { ...eventFor(hanging), timeoutMs: 300_000 });
      hangingEnded += 1;
      return outcome;
    });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => postEvent(agent, { ...eventFor(fast), timeoutMs: 300_000 })),
    );

    expect(
      outcomes.filter((outcome) => outcome.kind === 'responded' && outcome.statusCode === 200),
    ).toHaveLength(200);
    expect(hangingEnded).toBe(0);
    agent.destroy();
    for (const outcome of await Promise.all(stuck)) expect(outcome).toMatchObject({ kind: 'failed' });
  });

  it('uses no more than its share of the capacity of a worker', async () => {
    const agent = useAgent();
    const bulkhead = createEndpointBulkhead({ maxInFlight: 4, failuresToOpen: 3, firstOpenMs: 300_000 });
    const hanging = await use(startTcpReceiver(() => {}));
    const fast = await use(startReceiver());
    const queue = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? hanging : fast));
    let postponed = 0;
    let stuck = 0;
    let mostStuck = 0;

    const work = async () => {
      for (let receiver = queue.shift(); receiver; receiver = queue.shift()) {
        const admission = bulkhead.tryAcquire({ tenant: 'tenant', key: String(receiver.port) });
        if (admission.kind === 'rejected') {
          if (receiver === fast) queue.push(receiver);
          else postponed += 1;
          await new Promise(setImmediate);
        } else {
          if (receiver === hanging) mostStuck = Math.max(mostStuck, ++stuck);
          const timeoutMs = receiver === hanging ? 300 : 300_000;
          admission.release(endpointHealthOf(await postEvent(agent, { ...eventFor(receiver), timeoutMs })));
          if (receiver === hanging) stuck -= 1;
        }
      }
    };
    await Promise.all(Array.from({ length: 10 }, work));

    expect(fast.requests).toHaveLength(200);
    expect(mostStuck).toBe(4);
    // Two more may start between the first failure and the third, which opens the circuit.
    expect(postponed).toBeGreaterThanOrEqual(194);
  });
});

describe('a receiver whose responses never end', () => {
  it('does not delay posts to another', async () => {
    const agent = useAgent();
    const endless = await use(
      startReceiver((response) => {
        const pour = () => {
          while (!response.destroyed && response.write('x'.repeat(16_384)));
        };
        response.on('drain', pour);
        pour();
      }),
    );
    const fast = await use(startReceiver());

    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => postEvent(agent, eventFor(index % 2 === 0 ? endless : fast))),
    );

    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
  });
});
