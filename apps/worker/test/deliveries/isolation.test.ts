import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { useChatEvents } from '../support/use-chat-events.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';
import { waitUntil } from '../support/wait-until.js';

jest.setTimeout(120_000);

const running = useWorker({ timing: { graceMs: 100 } });
const { receiver, silentReceiver } = useReceivers();
const { subscribe, chat, change, deliveriesOf } = useChatEvents(running);

afterEach(() => running.database.prisma.webhook.deleteMany());

const eventCount = 60;

/** Of one attempt: whoever waited for the endpoint that hangs would wait so long. */
const deadlineMs = 15_000;

async function makeEvents(): Promise<void> {
  for (let index = 0; index < eventCount; index += 1) await change(await chat());
}

describe('an endpoint that misbehaves', () => {
  test('by never answering takes no more than its share, and the others get their events at once', async () => {
    const hanging = await silentReceiver();
    const healthy = await receiver();
    const stuck = await subscribe(hanging.url);
    const well = await subscribe(healthy.url);
    await makeEvents();
    await waitUntil(() => healthy.requests.length === eventCount);
    await waitUntil(async () => (await deliveriesOf(well)).every(({ status }) => status === 'succeeded'));
    expect(hanging.sockets.length).toBeLessThanOrEqual(16);
    for (const { createdAt, deliveredAt } of await deliveriesOf(well)) {
      expect(Number(deliveredAt) - Number(createdAt)).toBeLessThan(deadlineMs);
    }
    // Those that wait for a place are not attempted, and nothing is counted.
    await waitUntil(async () => (await deliveriesOf(stuck)).some(({ status }) => status === 'pending'));
    for (const { status, attemptCount, attempts } of await deliveriesOf(stuck)) {
      if (status === 'pending') expect(attemptCount).toBe(attempts.length);
    }
  });

  test('by answering without an end is cut off, and the others get their events', async () => {
    const endless = await receiver((response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', pour);
      pour();
    });
    const healthy = await receiver();
    const poured = await subscribe(endless.url);
    await subscribe(healthy.url);
    await makeEvents();
    await waitUntil(() => healthy.requests.length === eventCount);
    await waitUntil(async () => (await deliveriesOf(poured)).every(({ status }) => status === 'succeeded'));
    for (const { attempts } of await deliveriesOf(poured)) {
      expect(attempts[0]?.responseBody).toHaveLength(4_096);
    }
  });
});
