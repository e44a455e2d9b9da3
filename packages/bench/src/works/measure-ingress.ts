import { createWebhook } from '@parley/core';
import { type CpuMicros, startCpuMeter } from '../measure/cpu-meter.js';
import { runLoad } from '../measure/run-load.js';
import { contextOf } from '../stage/context-of.js';
import { startPreparedServer } from '../stage/start-prepared-server.js';
import type { Stage } from '../stage/start-stage.js';

export interface IngressOptions {
  readonly seconds: number;
  readonly connections: number;
  readonly nodeFlags?: readonly string[];
}

export interface IngressResult {
  readonly messagesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Per message. */
  readonly cpuMicros: CpuMicros<'api'>;
  /** Each is 1 when every message was committed with its event and its delivery. */
  readonly eventsPerMessage: number;
  readonly deliveriesPerMessage: number;
}

const chats = 1_000;

/** Sends inbound messages over HTTP. Each response follows the commit of the message, its event and one delivery. */
export async function measureIngress(stage: Stage, options: IngressOptions): Promise<IngressResult> {
  const { databaseUrl, postgresPid } = stage;
  const { tenantId, channelId, token } = await stage.addTenant({ chats, automations: 1 });
  await createWebhook(contextOf(stage, tenantId), {
    url: 'https://partner.example/webhooks',
    events: [{ type: 'message.received' }],
  });
  const server = await startPreparedServer('parley', databaseUrl, options);
  const { seconds, connections } = options;
  const counter = { next: 0 };
  const makeRequest = (number: number) => ({
    method: 'POST' as const,
    path: `/ingress/${channelId}`,
    body: JSON.stringify({
      // Contacts who have a chat, since first contacts are rare.
      from: `+4915${String(1 + (number % chats)).padStart(9, '0')}`,
      text: `Message ${number}: where is my parcel? It should have come by now.`,
      externalId: `bench-${number}`,
    }),
  });
  try {
    const load = { token, connections, makeRequest, counter };
    await runLoad(server, { ...load, seconds: Math.max(1, seconds / 2) });
    const before = await countRows(stage, tenantId);
    const readCpu = await startCpuMeter(postgresPid, { api: server.pid });
    const { requestsPerSecond, p50Ms, p99Ms } = await runLoad(server, { ...load, seconds });
    const after = await countRows(stage, tenantId);
    const messages = after.messages - before.messages;
    return {
      messagesPerSecond: requestsPerSecond,
      p50Ms,
      p99Ms,
      cpuMicros: await readCpu(messages),
      eventsPerMessage: (after.events - before.events) / messages,
      deliveriesPerMessage: (after.deliveries - before.deliveries) / messages,
    };
  } finally {
    await server.stop();
  }
}

/** Counts in one snapshot, since a request that timed out may still commit. */
async function countRows({ database: { prisma } }: Stage, tenantId: string) {
  const [messages, events, deliveries] = await prisma.$transaction(
    [
      prisma.message.count({ where: { tenantId, sender: 'inbound', vendorId: { startsWith: 'bench-' } } }),
      prisma.event.count({ where: { tenantId, type: 'message.received' } }),
      prisma.delivery.count({ where: { tenantId } }),
    ],
    { isolationLevel: 'RepeatableRead' },
  );
  return { messages, events, deliveries };
}
