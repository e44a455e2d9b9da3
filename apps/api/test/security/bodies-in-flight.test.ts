import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import { createChannel } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { echoHandlers, smallVersion } from '../http/support/small-version.js';
import {
  makeTenant,
  startTestApi,
  type TestApi,
  type TestApiOptions,
} from '../http/support/start-test-api.js';
import { useTestTenant } from '../http/support/use-test-api.js';
import { openConnection, type RawConnection, statusOf } from './raw-connection.js';
import { postNote, stallBody } from './stall-body.js';

const kibibyte = 1_024;
/** A tenant may use half of it. The first 16 KB of each body have a budget of their own, which is as large. */
const bodyBudgetBytes = 400 * kibibyte;

const { db, tenant: one } = useTestTenant();
const other = useResource(() => makeTenant(db.database));

const startApi = (options: Partial<TestApiOptions> = {}) =>
  startTestApi({ database: db.database, config: { bodyBudgetBytes }, ...options });

async function readMetric({ url }: TestApi, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

const heldBytes = (api: TestApi) => readMetric(api, 'parley_body_bytes');

describe('bodies in flight', () => {
  it('503 with Retry-After for a body over the tenant’s budget; a small body and another tenant are served', async () => {
    const api = await startApi();
    const stalled = await stallBody(api, one, 190 * kibibyte);
    await waitUntil(async () => (await heldBytes(api)) === 174 * kibibyte);
    const refused = await postNote(api, one, 100 * kibibyte);
    expect(refused.status).toBe(503);
    expect(refused.body.error?.messageKey).toBe('service_unavailable');
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await postNote(api, one, 10 * kibibyte)).status).not.toBe(503);
    expect((await postNote(api, other, 100 * kibibyte)).status).not.toBe(503);
    expect(await readMetric(api, 'parley_bodies_refused_total')).toBe(1);
    stalled.socket.destroy();
    await waitUntil(async () => (await heldBytes(api)) === 0);
    expect((await postNote(api, one, 100 * kibibyte)).status).not.toBe(503);
    await api.stop();
  });

  it('count until the handler has settled, although the caller has disconnected', async () => {
    const handler = new EventEmitter();
    let isHandled = false;
    const createNote = async () => {
      isHandled = true;
      await once(handler, 'settle');
      return { success: true };
    };
    const api = await startApi({ versions: [smallVersion({ handlers: { ...echoHandlers, createNote } })] });
    const { socket, closed } = await openConnection(api.url);
    const body = JSON.stringify({ title: 'a' }).padEnd(190 * kibibyte);
    const head = `Authorization: Bearer ${one.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    socket.write(`POST /v3/notes HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`);
    await waitUntil(() => isHandled);
    socket.destroy();
    await closed;
    await waitUntil(() => api.logs.some(({ status }) => status === 499));
    expect(await heldBytes(api)).toBe(174 * kibibyte);
    handler.emit('settle');
    await waitUntil(async () => (await heldBytes(api)) === 0);
    await api.stop();
  });

  it('503 for unverified bodies over their own budget, for any channel id; that of the tenant is unaffected', async () => {
    const api = await startApi();
    const channel = await createChannel(db.database, one.id, { type: 'whatsapp', provider: 'whatsapp' });
    const head = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}\r\nContent-Length: 900000`;
    const connections: RawConnection[] = [];
    for (const id of [channel.id, newId(), channel.id]) {
      const connection = await openConnection(api.url);
      connections.push(connection);
      const body = 'a'.repeat(36 * kibibyte);
      connection.socket.write(`POST /ingress/${id} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`);
    }
    await waitUntil(() => connections.some(({ received }) => statusOf(received()) === 503));
    // An address may use a sixteenth of the budget, apart from the first 16 KB of each body.
    expect(await heldBytes(api)).toBeLessThanOrEqual(bodyBudgetBytes / 16);
    expect((await postNote(api, one, 200 * kibibyte)).status).not.toBe(503);
    for (const { socket } of connections) socket.destroy();
    await waitUntil(async () => (await heldBytes(api)) === 0);
    await api.stop();
  });

  it('503 for the oldest small unverified bodies that stop before their end; a whole one of the same address is read', async () => {
    const api = await startApi();
    const head = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}\r\nContent-Length: 16000`;
    const opening = `POST /ingress/${newId()} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${'a'.repeat(2_000)}`;
    const connections = await Promise.all(Array.from({ length: 20 }, () => openConnection(api.url)));
    for (const { socket } of connections) socket.write(opening);
    const refused = () => connections.filter(({ received }) => statusOf(received()) === 503);
    // An address may use 25 KB.
    await waitUntil(() => refused().length >= 8);
    for (const { received } of refused()) expect(received()).toContain('Connection: close');
    const whole = await fetch(`${api.url}/ingress/${newId()}`, {
      method: 'POST',
      headers: { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` },
      body: 'a'.repeat(4_000),
    });
    expect(whole.status).toBe(401);
    expect((await postNote(api, one, 10 * kibibyte)).status).not.toBe(503);
    for (const { socket } of connections) socket.destroy();
    await api.stop();
  });
});
