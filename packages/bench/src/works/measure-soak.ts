import { createWebhook } from '@parley/core';
import { readMemoryMb } from '../measure/process-facts.js';
import { type LoadResult, type MakeRequest, runLoad } from '../measure/run-load.js';
import { contextOf } from '../stage/context-of.js';
import type { Seed } from '../stage/seed.js';
import { startPreparedServer } from '../stage/start-prepared-server.js';
import { startReceiver } from '../stage/start-receiver.js';
import type { Stage } from '../stage/start-stage.js';
import { startWorker } from '../stage/start-worker.js';
import { setChannel } from './isolation/set-channel.js';
import { works } from './works.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly connections: number;
}

/** One part of the time. */
export interface SoakPart extends Pick<LoadResult, 'requestsPerSecond' | 'p50Ms' | 'p99Ms'> {
  readonly apiMb: number;
  readonly workerMb: number;
  /** The tables whose rows do not become more. */
  readonly steadyMb: number;
  /** The tables that grow with each request, per row. */
  readonly bytesPerRow: number;
  readonly waitingJobs: number;
}

export interface Soak {
  /** How many requests per second the service can serve, and how many it gets. */
  readonly most: number;
  readonly rate: number;
  readonly parts: readonly SoakPart[];
  /** Deliveries and messages that did not succeed. */
  readonly failed: number;
}

const partCount = 8;
const share = 0.6;
const calibrationSeconds = 20;

/** Runs a mix of work at a share of the load that the service can bear. A request that fails ends the run. */
export async function measureSoak(stage: Stage, { minutes, connections }: SoakOptions): Promise<Soak> {
  const seed = await stage.addTenant({ chats: 1_000, automations: 1_000 });
  await setChannel(stage, seed, { type: 'sms', provider: 'sandbox', settings: {} });
  const receiver = await startReceiver();
  await createWebhook(contextOf(stage, seed.tenantId), { url: receiver.url });
  const server = await startPreparedServer('parley', stage.databaseUrl);
  const worker = await startWorker(stage.databaseUrl);
  const load = { token: seed.token, connections, makeRequest: mix(seed), counter: { next: 0 } };
  try {
    const { requestsPerSecond: most } = await runLoad(server, { ...load, seconds: calibrationSeconds });
    const rate = Math.round(most * share);
    const parts: SoakPart[] = [];
    const seconds = Math.max(5, Math.round((minutes * 60) / partCount));
    while (parts.length < partCount) {
      const { requestsPerSecond, p50Ms, p99Ms } = await runLoad(server, { ...load, seconds, rate });
      const [apiMb, workerMb] = [await readMemoryMb(server.pid), await readMemoryMb(worker.pid)];
      const tables = await readTables(stage);
      parts.push({ requestsPerSecond, p50Ms, p99Ms, apiMb, workerMb, ...tables });
      console.error(`  part ${parts.length} of ${partCount}`);
    }
    return { most, rate, parts, failed: await countFailed(stage) };
  } finally {
    await worker.stop();
    await server.stop();
    await receiver.stop();
  }
}

/** Half of the requests read; the others receive, send, change and search. No request makes the next ones larger. */
function mix(seed: Seed): MakeRequest {
  const [get, changeStatus, search] = ['GET a chat', 'POST chat status', 'POST automations/search'].map(
    (name) => works.find((work) => work.name === name)?.makeRequest(seed),
  );
  if (!get || !changeStatus || !search) throw new Error('A work is missing.');
  const { chatIds, channelId } = seed;
  const post = (path: string, body: object) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify(body),
  });
  const receive: MakeRequest = (number) =>
    post(`/ingress/${channelId}`, {
      from: `+4915${String(1 + (number % chatIds.length)).padStart(9, '0')}`,
      text: `Message ${number}: where is my parcel?`,
      externalId: `bench-${number}`,
    });
  const send: MakeRequest = (number) =>
    post('/v3/messages/send', { chatId: chatIds[number % chatIds.length], text: `Your parcel ${number}` });
  const searchContacts: MakeRequest = (number) =>
    post('/v3/contacts/search', { search: `Berg ${number % 100}`, pagination: { page: 1, limit: 25 } });
  const kinds = [get, receive, get, changeStatus, get, send, get, searchContacts, get, search];
  return (number) => (kinds[number % kinds.length] ?? get)(Math.floor(number / kinds.length));
}

async function countFailed({ seeding }: Stage): Promise<number> {
  const { rows } = await seeding.pool.query<{ failed: number }>(
    `select (select count(*) from deliveries where status = 'failed')::int
       + (select count(*) from messages where status = 'failed')::int as failed`,
  );
  return rows[0]?.failed ?? 0;
}

async function readTables({ seeding }: Stage) {
  const { rows } = await seeding.pool.query<{
    steady: number;
    growing: number;
    count: number;
    jobs: number;
  }>(
    `select sum(pg_total_relation_size(oid)) filter (where relname in (${steadyTables}))::float8 as steady,
       sum(pg_total_relation_size(oid)) filter (where relname not in (${steadyTables}))::float8 as growing,
       (select count(*) from messages)::float8 + (select count(*) from events)::float8 as count,
       (select count(*) from graphile_worker._private_jobs)::float8 as jobs
     from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  );
  const { steady: steadyBytes = 0, growing = 0, count = 1, jobs = 0 } = rows[0] ?? {};
  return { steadyMb: steadyBytes / 1_048_576, bytesPerRow: growing / count, waitingJobs: jobs };
}

const steadyTables = [
  'chats',
  'contacts',
  'contact_labels',
  'handles',
  'automations',
  'channels',
  '_private_jobs',
]
  .map((name) => `'${name}'`)
  .join(', ');
