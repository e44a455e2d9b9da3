import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@parley/core';
import { startCpuMeter } from '../measure/cpu-meter.js';
import { percentile } from '../measure/percentile.js';
import { startPreparedServer } from '../stage/start-prepared-server.js';
import type { Server } from '../stage/start-server.js';
import type { Stage } from '../stage/start-stage.js';

export interface StreamLatency {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The share of the expected events that the watched streams received. */
  readonly received: number;
  /** The share of a core that the process uses, and PostgreSQL. */
  readonly cpu: { readonly api: number; readonly postgres: number };
}

const eventsPerSecond = 50;
/** The other streams are read too, but not parsed, because the reader runs on the same machine. */
const watchedShare = 20;

/**
 * Opens the streams on one process, records events at a steady rate, and measures how long each event takes from the
 * statement that records it to the reader. Each stream gets every event.
 */
export async function measureStream(
  stage: Stage,
  { streams, seconds }: { streams: number; seconds: number },
): Promise<StreamLatency> {
  const { token, tenantId, chatIds } = await stage.addTenant({ chats: 1, automations: 1 });
  const server = await startPreparedServer('parley', stage.databaseUrl);
  const sockets: Socket[] = [];
  try {
    const template = await recordFirst(server, { stage, token, tenantId, chatId: chatIds[0] ?? '' });
    const sentAt = new Map<string, number>();
    const latencies: number[] = [];
    const onEvent = (id: string) => {
      const at = sentAt.get(id);
      if (at !== undefined) latencies.push(performance.now() - at);
    };
    for (let index = 0; index < streams; index += 1) {
      const watch = index % watchedShare === 0 ? onEvent : undefined;
      sockets.push(await openStream(server, token, watch));
    }
    await delay(1_000);
    const readCpu = await startCpuMeter(stage.postgresPid, { api: server.pid });
    const beganAt = performance.now();
    const total = seconds * eventsPerSecond;
    for (let count = 0; count < total; count += 1) {
      await delay(Math.max(0, beganAt + (count * 1_000) / eventsPerSecond - performance.now()));
      const id = newId();
      sentAt.set(id, performance.now());
      await stage.database.pool.query(copyEvent, [id, template, tenantId]);
    }
    const cpu = await readCpu((performance.now() - beganAt) * 1_000);
    const expected = total * Math.ceil(streams / watchedShare);
    for (const endsAt = performance.now() + 10_000; latencies.length < expected; await delay(20))
      if (performance.now() > endsAt) break;
    const [p50Ms, p99Ms] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
    return { p50Ms, p99Ms, received: latencies.length / expected, cpu };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
}

const copyEvent = `insert into events (tenant_id, id, type, channel_id, chat_id, contact_id, data)
  select tenant_id, $1, type, channel_id, chat_id, contact_id, data from events where tenant_id = $3 and id = $2`;

interface First {
  readonly stage: Stage;
  readonly token: string;
  readonly tenantId: string;
  readonly chatId: string;
}

/** Records one event by a request, and returns its id. The others are copies of it. */
async function recordFirst({ url }: Server, { stage, token, tenantId, chatId }: First): Promise<string> {
  const response = await fetch(`${url}/v3/chats/${chatId}/status`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"status":"closed"}',
  });
  if (!response.ok) throw new Error(`The first event was refused: ${await response.text()}`);
  const { rows } = await stage.database.pool.query<{ id: string }>(
    'select id from events where tenant_id = $1 limit 1',
    [tenantId],
  );
  return rows[0]?.id ?? '';
}

/** Opens a stream on a bare socket. */
async function openStream(
  { url }: Server,
  token: string,
  onEvent: ((id: string) => void) | undefined,
): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /v3/events/stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  const [head] = await once(socket, 'data');
  if (!String(head).startsWith('HTTP/1.1 200')) throw new Error(`A stream was refused: ${head}`);
  if (onEvent === undefined) return socket.resume();
  return socket.on('data', (chunk: Buffer) => {
    for (const [, id = ''] of chunk.toString('latin1').matchAll(/data: \{"id":"([\w-]{36})"/g)) onEvent(id);
  });
}
