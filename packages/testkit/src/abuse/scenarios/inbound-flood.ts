import { setTimeout as delay } from 'node:timers/promises';
import { createChannel, createTenant } from '../../fixtures/index.js';
import { openPoster, type Reply } from '../caller.js';
import { measureLatency } from '../latency.js';
import { during, repeat } from '../repeat.js';
import type { Scenario } from '../scenario.js';
import { signedNotification, textOf, whatsappChannel } from '../whatsapp-channel.js';

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
    const { url, database } = await stage.startCluster();
    const addChannel = async (limitOverrides: Record<string, number>) => {
      const { id } = await createTenant(database, { limitOverrides });
      return (await createChannel(database, id, whatsappChannel)).id;
    };
    const flooded = await addChannel({ inboundMessagesPerMinute: limit });
    const other = await addChannel({ inboundMessagesPerMinute: 1_000_000 });
    const post = openPoster(stage);
    const send = (channelId: string, number: number) =>
      post(`${url}/ingress/${channelId}`, signedNotification({ messages: [textOf(number)] }));
    let next = 0;
    const measure = () => measureLatency(probes, () => send(other, next++));
    await measure();
    const idle = await measure();
    const replies: Reply[] = [];
    const flood = async (number: number) => {
      if (number < mostMessages) replies[number] = await send(flooded, number);
      else await delay(100);
    };
    const loaded = await during(attackers, flood, measure);
    const refused = [...replies.keys()].filter((number) => replies[number]?.status !== 200);
    checkRefusals(replies);
    const untried = await sendAgain(refused, (number) => send(flooded, number));
    const { rows } = await database.pool.query<{ messages: number }>(
      'select count(*)::int as messages from messages where channel_id = $1',
      [flooded],
    );
    const expected = replies.length - untried;
    if (rows[0]?.messages !== expected)
      throw new Error(`${rows[0]?.messages} of ${expected} messages are stored`);
    console.log(
      `  ${replies.length} messages, ${refused.length} refused at first, ${rows[0]?.messages} stored; p99 ${idle.p99.toFixed(1)} → ${loaded.p99.toFixed(1)} ms`,
    );
    return loaded.p99;
  },
};

function checkRefusals(replies: readonly Reply[]): void {
  const refused = replies.filter(({ status }) => status !== 200);
  if (refused.length === 0)
    throw new Error(`None of ${replies.length} messages was over the limit of ${limit}`);
  for (const { status, headers, text } of refused) {
    if (status !== 503 || headers['retry-after'] === undefined)
      throw new Error(`The provider got ${status} and Retry-After ${headers['retry-after']}: ${text}`);
  }
}

/** Sends what was refused again in the next minute, as the provider does; returns how many exceed the limit of that minute too. */
async function sendAgain(
  refused: readonly number[],
  send: (number: number) => Promise<Reply>,
): Promise<number> {
  const again = refused.slice(0, limit - attackers);
  await delay(60_000 - (Date.now() % 60_000) + 500);
  const replies = await repeat({ count: again.length, atOnce: attackers }, (index) =>
    send(again[index] ?? 0),
  );
  const rejected = replies.filter(({ status }) => status !== 200).length;
  if (rejected > 0) throw new Error(`${rejected} messages were refused in the next minute`);
  return refused.length - again.length;
}
