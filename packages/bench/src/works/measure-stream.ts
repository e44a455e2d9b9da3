import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { newId, newIdSql } from '@parley/core';
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
/** With one workspace, the other streams are read too, but not parsed, because the reader runs on the same machine. */
const watchedShare = 20;

export interface StreamLoad {
  readonly streams: number;
  /** The streams are distributed over them, and they take turns with the events. */
  readonly workspaces: number;
  readonly seconds: number;
}

/**
 * Opens the streams on one process, records events at a steady rate, and measures how long each event takes from the
 * statement that records it to the reader. Each stream gets every event of its workspace.
 */
export async function measureStream(
  stage: Stage,
  { streams, workspaces, seconds }: StreamLoad,
): Promise<StreamLatency> {
  const first = await stage.addTenant({ chats: 1, automations: 1 });
  const { token, tenantId, chatIds } = first;
  const tenants = [first, ...(await stage.addEmptyTenants(workspaces - 1))];
  const server = await startPreparedServer('parley', stage.databaseUrl);
  const sockets: Socket[] = [];
  try {
    const template = await recordFirst(server, { stage, token, tenantId, chatId: chatIds[0] ?? '' });
    await stage.seeding.pool.query(addEarlier, [
      tenants.map((tenant) => tenant.tenantId),
      template,
      tenantId,
    ]);
    // Without statistics of the table, the statement of many workspaces took longer with each event that was added.
    await stage.seeding.pool.query('vacuum analyze events');
    const sentAt = new Map<string, number>();
    const latencies: number[] = [];
    const onEvent = (id: string) => {
      const at = sentAt.get(id);
      if (at !== undefined) latencies.push(performance.now() - at);
    };
    const watched = new Map<string, number>();
    for (let index = 0; index < streams; index += 1) {
      const tenant = tenants[index % workspaces] ?? first;
      const isWatched = workspaces > 1 || index % watchedShare === 0;
      if (isWatched) watched.set(tenant.tenantId, (watched.get(tenant.tenantId) ?? 0) + 1);
      sockets.push(await openStream(server, tenant.token, isWatched ? onEvent : undefined));
    }
    await delay(1_000);
    const readCpu = await startCpuMeter(stage.postgresPid, { api: server.pid });
    const beganAt = performance.now();
    const total = seconds * eventsPerSecond;
    let expected = 0;
    for (let count = 0; count < total; count += 1) {
      await delay(Math.max(0, beganAt + (count * 1_000) / eventsPerSecond - performance.now()));
      const id = newId();
      sentAt.set(id, performance.now());
      const to = (tenants[count % workspaces] ?? first).tenantId;
      expected += watched.get(to) ?? 0;
      await stage.database.pool.query(copyEvent, [id, template, tenantId, to]);
    }
    const cpu = await readCpu((performance.now() - beganAt) * 1_000);
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
  select $4, $1, type, channel_id, chat_id, contact_id, data from events where tenant_id = $3 and id = $2`;

/** Each workspace has had events before. */
const addEarlier = `insert into events (tenant_id, id, type, channel_id, chat_id, contact_id, data)
  select earlier.tenant_id, ${newIdSql("now() - n * interval '1 second'")}, type, channel_id, chat_id, contact_id, data
  from events, unnest($1::uuid[]) earlier(tenant_id), generate_series(1, 20) n where events.tenant_id = $3 and events.id = $2`;

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
