import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface ReceivedWebhook {
  /** The subscription to which the webhook belongs. */
  readonly version: string;
  readonly isGenuine: boolean;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  stop(): Promise<void>;
}

interface ReceiverOptions {
  /** The secrets by version, which is the path of the URL. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly onWebhook: (webhook: ReceivedWebhook) => void;
}

/**
 * Starts the server of a partner: it receives webhooks, verifies them with the library of Standard Webhooks, and
 * responds.
 */
export async function startReceiver({ secrets, onWebhook }: ReceiverOptions): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const version = request.url?.slice(1) ?? '';
    const body = await text(request);
    onWebhook({ version, body, isGenuine: isGenuine(request, { body, secret: secrets.get(version) ?? '' }) });
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isGenuine(
  { headers }: IncomingMessage,
  { body, secret }: { body: string; secret: string },
): boolean {
  try {
    new Webhook(secret).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
    return true;
  } catch {
    return false;
  }
}
