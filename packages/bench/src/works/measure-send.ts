import { setTimeout as delay } from 'node:timers/promises';
import { type CpuMicros, startCpuMeter } from '../measure/cpu-meter.js';
import { runLoad } from '../measure/run-load.js';
import type { Seed } from '../stage/seed.js';
import { startPreparedServer } from '../stage/start-prepared-server.js';
import type { Server } from '../stage/start-server.js';
import type { Stage } from '../stage/start-stage.js';
import { startWorker } from '../stage/start-worker.js';
import { setChannel } from './isolation/set-channel.js';
import { startProvider } from './isolation/start-provider.js';

export interface SendOptions {
  readonly seconds: number;
  readonly connections: number;
}

/** Messages on their way from the request to the provider. */
export interface Sent {
  readonly count: number;
  /** From the first request to the arrival of the last message. */
  readonly messagesPerSecond: number;
  /** Per message. */
  readonly cpuMicros: CpuMicros<'api' | 'worker'>;
}

export interface SendResult {
  readonly single: Sent;
  readonly campaign: Sent;
}

type Sender = Seed & { readonly token: string };

const recipients = 5_000;
const warmUpSeconds = 2;
const longestWaitMs = 300_000;

/** Measures one API and one worker: first with single messages, then with a campaign. */
export async function measureSend(stage: Stage, options: SendOptions): Promise<SendResult> {
  const sender = await stage.addTenant({ chats: recipients, automations: 3, messages: 1 });
  const provider = await startProvider();
  await setChannel(stage, sender, provider.channel);
  const server = await startPreparedServer('parley', stage.databaseUrl);
  const worker = await startWorker(stage.databaseUrl);
  /** `send` returns how many messages the tenant will have sent. */
  const measure = async (send: () => Promise<number>): Promise<Sent> => {
    const before = provider.receivedCount;
    const readCpu = await startCpuMeter(stage.postgresPid, { api: server.pid, worker: worker.pid });
    const startedAt = performance.now();
    const total = await send();
    const deadline = performance.now() + longestWaitMs;
    while (provider.receivedCount < total) {
      if (performance.now() > deadline)
        throw new Error(`${total - provider.receivedCount} messages did not arrive.`);
      await delay(5);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const count = provider.receivedCount - before;
    return { count, messagesPerSecond: count / seconds, cpuMicros: await readCpu(count) };
  };
  try {
    const load = createLoad(server, sender, options.connections);
    const sendSingle = async (seconds: number) => {
      await load(seconds);
      return countMessages(stage, sender);
    };
    await measure(() => sendSingle(warmUpSeconds));
    const single = await measure(() => sendSingle(options.seconds));
    const campaign = await measure(async () => {
      const total = provider.receivedCount + recipients;
      await startCampaign(server, sender);
      return total;
    });
    return { single, campaign };
  } finally {
    await worker.stop();
    await server.stop();
    await provider.stop();
  }
}

/** Returns a function that sends messages to one chat after the other for some seconds. */
function createLoad(server: Server, { token, chatIds }: Sender, connections: number) {
  const counter = { next: 0 };
  const makeRequest = (number: number) => ({
    method: 'POST' as const,
    path: '/v3/messages/send',
    body: JSON.stringify({
      chatId: chatIds[number % chatIds.length],
      text: `Your parcel ${number} is on its way.`,
    }),
  });
  return async (seconds: number): Promise<void> => {
    await runLoad(server, { token, connections, seconds, makeRequest, counter });
  };
}

/** Starts a campaign to all contacts. */
async function startCampaign(server: Server, sender: Sender): Promise<void> {
  const { channelId, automationId, contactIds } = sender;
  const body = { name: 'Bench', channelId, automationId, contactIds };
  const { data } = await post(server, sender, { path: '/v3/campaigns', body });
  await post(server, sender, { path: `/v3/campaigns/${data.id}/start` });
}

async function post(
  { url }: Server,
  { token }: Sender,
  { path, body = {} }: { path: string; body?: object },
): Promise<{ readonly data: { readonly id: string } }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  // Both operations return a campaign.
  return (await response.json()) as { readonly data: { readonly id: string } };
}

function countMessages({ database: { prisma } }: Stage, { tenantId }: Sender): Promise<number> {
  return prisma.message.count({ where: { tenantId, sender: 'outbound' } });
}
