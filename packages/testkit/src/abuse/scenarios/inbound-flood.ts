import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '../../crash/wait-for.js';
import type { Reply } from '../caller.js';
import { measureLatency } from '../latency.js';
import { during, repeat } from '../repeat.js';
import type { Scenario } from '../scenario.js';
import { openWhatsapp, signedNotification, textOf } from '../whatsapp-channel.js';

const limit = 500;
const probes = 200;
const attackers = 20;
const mostMessages = 5_000;

/**
 * A channel receives more messages than its limit allows. Its provider is asked to send the rest again, and no message
 * may be lost.
 */
export const scenario: Scenario = {
  name: 'inbound-flood',
  bound: { figure: 'inbound p99 of another tenant', unit: 'ms', atMost: 100 },
  timeoutMs: 240_000,
  async run(stage) {
    const cluster = await stage.startCluster();
    const open = async (inboundMessagesPerMinute: number) => {
      const channel = await openWhatsapp(stage, cluster, { inboundMessagesPerMinute });
      const send = (number: number) => channel.post(signedNotification({ messages: [textOf(number)] }));
      return { id: channel.id, send };
    };
    const flooded = await open(limit);
    const other = await open(1_000_000);
    let next = 0;
    const measure = () => measureLatency(probes, () => other.send(next++));
    await measure();
    const idle = await measure();
    const replies: Reply[] = [];
    const flood = async (number: number) => {
      if (number < mostMessages) replies[number] = await flooded.send(number);
      else await delay(100);
    };
    const [accepting, refusing] = await during(attackers, flood, async () => [
      await measure(),
      await waitFor('a message is over the limit', () => replies.find(isRefused), 60_000).then(measure),
    ]);
    const refused = [...replies.keys()].filter((number) => isRefused(replies[number]));
    checkRefusals(replies);
    const untried = await sendAgain(refused, flooded.send);
    const { rows } = await cluster.database.pool.query<{ messages: number }>(
      'select count(*)::int as messages from messages where channel_id = $1',
      [flooded.id],
    );
    const expected = replies.length - untried;
    if (rows[0]?.messages !== expected)
      throw new Error(`${rows[0]?.messages} of ${expected} messages are stored`);
    const p99s = [idle, accepting, refusing].map(({ p99 }) => p99.toFixed(1)).join(' → ');
    console.log(
      `  ${replies.length} messages, ${refused.length} refused at first, ${rows[0]?.messages} stored; p99 ${p99s} ms`,
    );
    return Math.max(accepting.p99, refusing.p99);
  },
};

function isRefused(reply: Reply | undefined): boolean {
  return reply !== undefined && reply.status !== 200;
}

function checkRefusals(replies: readonly Reply[]): void {
  const refused = replies.filter(isRefused);
  if (refused.length === 0)
    throw new Error(`None of ${replies.length} messages was over the limit of ${limit}`);
  for (const { status, headers, text } of refused) {
    if (status !== 503 || headers['retry-after'] === undefined)
      throw new Error(`The provider got ${status} and Retry-After ${headers['retry-after']}: ${text}`);
  }
}

/**
 * Sends the refused messages again in the next minute, as the provider does. Returns how many of them exceed the limit
 * of that minute too.
 */
async function sendAgain(
  refused: readonly number[],
  send: (number: number) => Promise<Reply>,
): Promise<number> {
  const again = refused.slice(0, limit - attackers);
  await delay(60_000 - (Date.now() % 60_000) + 500);
  const replies = await repeat({ count: again.length, atOnce: attackers }, (index) =>
    send(again[index] ?? 0),
  );
  const rejected = replies.filter(isRefused).length;
  if (rejected > 0) throw new Error(`${rejected} messages were refused in the next minute`);
  return refused.length - again.length;
}
