import type { RawRequest } from '../caller.js';
import { probeHealth } from '../probe-health.js';
import type { Scenario } from '../scenario.js';
import { openWhatsapp, signedNotification } from '../whatsapp-channel.js';

const rounds = 3;

/** Signed bodies of a provider with many items: statuses of unknown messages, and values that are not messages. */
export const scenario: Scenario = {
  name: 'large-notification',
  bound: { figure: 'worst /healthz p99 with many items in a body', unit: 'ms', atMost: 100 },
  timeoutMs: 180_000,
  async run(stage) {
    const cluster = await stage.startCluster();
    const { post } = await openWhatsapp(stage, cluster);
    const p99s: number[] = [];
    for (const [name, body] of buildBodies()) {
      const seen = new Set<number>();
      const { p99, max } = await probeHealth(cluster.url, async () => {
        for (let round = 0; round < rounds; round += 1) {
          const { status, text } = await post(body);
          if (status === 500) throw new Error(`A notification got 500: ${text}`);
          seen.add(status);
        }
      });
      console.log(`  ${name}: ${[...seen].join()}, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`);
      p99s.push(p99);
    }
    return Math.max(...p99s);
  },
};

function buildBodies(): readonly (readonly [name: string, body: RawRequest])[] {
  const facts = { status: 'delivered', timestamp: '1763112000', recipient_id: '16505551234' };
  return [
    [
      '2,000 statuses',
      signedNotification({ statuses: fill(2_000, (number) => ({ id: `wamid.${number}`, ...facts })) }),
    ],
    ['400,000 zeros', signedNotification({ messages: fill(400_000, () => 0) })],
    ['300,000 empty messages', signedNotification({ messages: fill(300_000, () => ({})) })],
    [
      '50,000 unknown kinds',
      signedNotification({ messages: fill(50_000, (number) => ({ type: `${number}` })) }),
    ],
  ];
}

function fill<Item>(length: number, create: (number: number) => Item): Item[] {
  return Array.from({ length }, (_, number) => create(number));
}
