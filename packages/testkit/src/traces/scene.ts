import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Database } from '@parley/database';
import { listen } from '../crash/listen.js';
import { createChannel, createChat, createKey, createTenant, createWebhook } from '../fixtures/index.js';
import { tokenOf } from '../tokens.js';

export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A workspace with a webhook and a channel for text messages, and the two servers that they call. */
export interface TraceScene {
  readonly token: string;
  readonly tenantId: string;
  readonly chatId: string;
  /** The requests to the provider and to the webhook. */
  readonly sent: readonly ReceivedCall[];
  readonly delivered: readonly ReceivedCall[];
  /** Sends a message by the API; returns the status. */
  sendMessage(url: string, headers?: Readonly<Record<string, string>>): Promise<number>;
  stop(): Promise<void>;
}

/** The text of the message, which no span may contain. */
export const messageText = 'Your parcel waits at the door.';

/** Prepares the scene. `respond` responds to the requests of the webhook; the default is 200. */
export async function setTraceScene(
  database: Database,
  respond: (response: ServerResponse, number: number) => void = (response) => response.end(),
): Promise<TraceScene> {
  const sent: ReceivedCall[] = [];
  const delivered: ReceivedCall[] = [];
  const provider = await listen(
    createServer(async (request, response) => {
      sent.push({ headers: request.headers, body: await text(request) });
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ sid: `SM${String(sent.length).padStart(32, '0')}`, status: 'queued' }));
    }),
  );
  const receiver = await listen(
    createServer(async (request, response) => {
      delivered.push({ headers: request.headers, body: await text(request) });
      respond(response, delivered.length);
    }),
  );
  const { id: tenantId } = await createTenant(database);
  const channel = await createChannel(database, tenantId, {
    type: 'sms',
    provider: 'sms',
    settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+4915000000000', baseUrl: provider.url },
    secrets: { authToken: 'secret' },
  });
  const { id: chatId } = await createChat(database, tenantId, { channelId: channel.id });
  await createWebhook(database, tenantId, {
    url: `${receiver.url}/hook`,
    events: [{ type: 'message.sent' }],
  });
  const token = await tokenOf(await createKey(database, tenantId));
  return {
    token,
    tenantId,
    chatId,
    sent,
    delivered,
    async sendMessage(url, headers = {}) {
      const response = await fetch(`${url}/v3/messages/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ chatId, text: messageText }),
      });
      await response.arrayBuffer();
      return response.status;
    },
    async stop() {
      await Promise.all([provider.stop(), receiver.stop()]);
    },
  };
}
