import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '../database/create-test-database.js';
import { createChannel, createChat } from '../fixtures/chats.js';
import { createTenant } from '../fixtures/tenants.js';
import { createWebhook } from '../fixtures/webhooks.js';
import { createToken } from '../tokens.js';
import { type Processes, startProcesses } from './start-processes.js';

export interface Scene extends Processes {
  /**
   * Receives a message, which starts a delivery; then sends a message and reads records. Returns the statuses of the
   * responses.
   */
  exchange(): Promise<number[]>;
  /** The deliveries that the partner has received. */
  readonly received: () => number;
  request(method: string, path: string, body?: object): Promise<Response>;
  stop(): Promise<void>;
}

export interface SceneOptions {
  /**
   * Whether the API has a `DATABASE_READ_URL`, and so the metrics of a replica. It names the database itself, which the API
   * refuses as a replica. Default is no.
   */
  readonly hasReadUrl?: boolean;
}

/** Starts an API and a worker, with a tenant that has a channel, and a partner that receives every event. */
export async function startScene({ hasReadUrl = false }: SceneOptions = {}): Promise<Scene> {
  const target = await createTestDatabase();
  let received = 0;
  const partner = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.end());
  });
  partner.listen(0, '127.0.0.1');
  await once(partner, 'listening');
  const { id } = await createTenant(target.database);
  const token = await createToken(target.database, id);
  const channel = await createChannel(target.database, id);
  const openUntil = new Date(Date.now() + 86_400_000);
  const chat = await createChat(target.database, id, { channelId: channel.id, openUntil });
  // A server that listens on a port has an address object with the port.
  const { port } = partner.address() as AddressInfo;
  await createWebhook(target.database, id, { url: `http://127.0.0.1:${port}/` });
  const processes = await startProcesses(target.url, hasReadUrl ? { DATABASE_READ_URL: target.url } : {});
  const request = (method: string, path: string, body?: object) =>
    fetch(`${processes.api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  let sender = 0;

  return {
    ...processes,
    request,
    received: () => received,
    async exchange() {
      sender += 1;
      const from = `+4915112${String(sender).padStart(6, '0')}`;
      const responses = await Promise.all([
        request('POST', `/ingress/${channel.id}`, { from, text: 'Hello' }),
        request('POST', '/v3/messages/send', { chatId: chat.id, text: 'Hi' }),
        request('POST', '/v3/chats/search', {}),
        request('GET', `/v3/chats/${chat.id}`),
      ]);
      await Promise.all(responses.map((response) => response.text()));
      return responses.map(({ status }) => status);
    },
    async stop() {
      await processes.stop();
      partner.close();
      partner.closeAllConnections();
      await target.close();
    },
  };
}
