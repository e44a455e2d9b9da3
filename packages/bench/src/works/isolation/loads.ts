import { createServer } from 'node:net';
import { changeChatStatus, createWebhook, newId, newIdSql, sendMessage } from '@parley/core';
import { contextOf } from '../../stage/context-of.js';
import { startReceiver } from '../../stage/start-receiver.js';
import type { Stage } from '../../stage/start-stage.js';
import { setChannel } from './set-channel.js';

/** A load that one tenant puts on the queue before the worker starts. */
export interface Load {
  readonly name: string;
  readonly count: number;
  /** Adds the jobs of the tenant. */
  add(stage: Stage, tenant: LoadTenant): Promise<AddedLoad>;
}

export interface LoadTenant {
  readonly tenantId: string;
  readonly channelId: string;
  readonly automationId: string;
  readonly chatIds: readonly string[];
}

export interface AddedLoad {
  stop(): Promise<void>;
}

/** Returns the loads of the table; `scale` makes them smaller for a quick run. */
export function loadsOf(scale: number): readonly Load[] {
  const [many, some, few] = [100_000, 20_000, 1_000].map((count) => Math.ceil(count * scale)) as [
    number,
    number,
    number,
  ];
  return [
    { name: 'deliveries to 50 healthy endpoints', count: many, add: toHealthyEndpoints(many) },
    { name: 'runs of a campaign', count: many, add: runsOfCampaign(many) },
    { name: 'deliveries to a dead endpoint', count: some, add: toEndpoint(some, openDeadPort) },
    { name: 'deliveries to a hanging endpoint', count: some, add: toEndpoint(some, openSilentPort) },
    { name: 'messages to a hanging provider', count: few, add: toHangingProvider(few) },
    { name: 'messages of a throttled channel', count: few, add: throttled(few) },
  ];
}

function toHealthyEndpoints(count: number): Load['add'] {
  return async (stage, tenant) => {
    const receiver = await startReceiver();
    const urls = Array.from({ length: 50 }, (_, index) => `${receiver.url}${index}`);
    await addDeliveries(stage, tenant, { urls, events: Math.ceil(count / urls.length) });
    return receiver;
  };
}

function toEndpoint(count: number, open: () => Promise<AddedLoad & { url: string }>): Load['add'] {
  return async (stage, tenant) => {
    const endpoint = await open();
    await addDeliveries(stage, tenant, { urls: [endpoint.url], events: count });
    return endpoint;
  };
}

/** Copies one event of the service, since a hundred thousand changes would take minutes. */
async function addDeliveries(
  stage: Stage,
  { tenantId, chatIds }: LoadTenant,
  { urls, events }: { urls: readonly string[]; events: number },
): Promise<void> {
  const context = contextOf(stage, tenantId);
  await changeChatStatus(context, { chatId: chatIds[0] ?? newId(), status: 'closed' });
  for (const url of urls) await createWebhook(context, { url });
  await inChunks(events, Math.ceil(rowsPerStatement / urls.length), (size) =>
    stage.database.pool.query(copyEvents, [tenantId, size]),
  );
}

const copyEvents = `with event as (
    insert into events (tenant_id, id, type, legacy_type, channel_id, chat_id, contact_id, data, created_at)
    select event.tenant_id, ${newIdSql('now()')}, event.type, event.legacy_type, event.channel_id, event.chat_id,
      event.contact_id, event.data, now()
    from (select * from events where tenant_id = $1 limit 1) event, generate_series(1, $2::int)
    returning id, type
  ), delivery as (
    insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, next_attempt_at)
    select $1, ${newIdSql('now()')}, event.id, webhook.id, event.type::delivery_event, now()
    from event, webhooks webhook where webhook.tenant_id = $1
    returning id, event_id
  ), part as (
    select event_id, array_agg(id) as ids
    from (select *, (row_number() over (partition by event_id) - 1) / 10 as number from delivery) numbered
    group by event_id, number
  )
  select parley_quiet.add_jobs(array_agg(('deliver-event', json_build_object('tenantId', $1::uuid, 'eventId', event_id,
    'deliveryIds', ids), null, null, null, null, parley_quiet.lane($1::text, false, null), null)::graphile_worker.job_spec))
  from part`;

/** Adds bulk jobs as a campaign adds them; each sends a message. */
function runsOfCampaign(count: number): Load['add'] {
  return async (stage, tenant) => {
    await setChannel(stage, tenant, { type: 'sms', provider: 'sandbox', settings: {} });
    await inChunks(count, rowsPerStatement, (size) =>
      stage.database.pool.query(addRuns, [tenant.tenantId, size]),
    );
    return { stop: async () => undefined };
  };
}

const addRuns = `with run as (
    insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, scheduled_at)
    select $1, gen_random_uuid(), automation.id, automation.active_version_id, contact.id, now()
    from (select id, active_version_id from automations where tenant_id = $1 and status = 'active' limit 1) automation,
      generate_series(1, 1 + $2::int / (select count(*)::int from contacts where tenant_id = $1)) round,
      (select id from contacts where tenant_id = $1) contact
    limit $2
    returning id
  )
  select parley_quiet.add_jobs(array_agg(('run-automation', json_build_object('tenantId', $1::uuid, 'runId', id), null,
    null, null, null, parley_quiet.lane($1::text, true, null), null)::graphile_worker.job_spec))
  from run`;

function toHangingProvider(count: number): Load['add'] {
  return async (stage, tenant) => {
    const provider = await openSilentPort();
    const settings = { accountSid: `AC${'0'.repeat(32)}`, from: '+4915000000000', baseUrl: provider.url };
    await setChannel(stage, tenant, {
      type: 'sms',
      provider: 'sms',
      settings: { ...settings, messagesPerSecond: 1_000 },
      // Without it, every message would fail at once, and none would wait for the provider.
      secrets: { authToken: 'the token of the bench' },
    });
    await sendToAll(stage, tenant, count);
    return provider;
  };
}

function throttled(count: number): Load['add'] {
  return async (stage, tenant) => {
    const settings = { messagesPerSecond: 1 };
    await setChannel(stage, tenant, { type: 'sms', provider: 'sandbox', settings });
    await sendToAll(stage, tenant, count);
    return { stop: async () => undefined };
  };
}

async function sendToAll(stage: Stage, { tenantId, chatIds }: LoadTenant, count: number): Promise<void> {
  const context = contextOf(stage, tenantId);
  for (const chatId of chatIds.slice(0, count)) {
    await sendMessage(context, { to: { chatId }, text: 'Your parcel is on its way.', publicUrl: '' });
  }
}

/** More rows in one statement would exceed the statement timeout on a slow machine. */
const rowsPerStatement = 5_000;

async function inChunks(count: number, size: number, add: (size: number) => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += size) await add(Math.min(size, count - done));
}

/** Accepts connections and never responds. */
async function openSilentPort(): Promise<AddedLoad & { url: string }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  const url = await listen(server);
  return {
    url,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Opens a port that refuses connections. */
async function openDeadPort(): Promise<AddedLoad & { url: string }> {
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return { url, stop: async () => undefined };
}

function listen(server: ReturnType<typeof createServer>): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`);
    });
  });
}
