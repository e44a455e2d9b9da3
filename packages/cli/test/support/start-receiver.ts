import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly id: string;
}

export interface TestReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The status of the next responses; the default is 204. */
  respond(status: number | ((received: Received) => number)): void;
  waitFor(isThere: (received: readonly Received[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver of webhooks. */
export async function startReceiver(): Promise<TestReceiver> {
  const received: Received[] = [];
  let status: number | ((received: Received) => number) = 204;
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8');
    // Node joins repeated headers, except cookies, into one text.
    const headers = request.headers as Record<string, string>;
    const one = { path: request.url ?? '', headers, body, id: headers['webhook-id'] ?? '' };
    received.push(one);
    response.writeHead(typeof status === 'number' ? status : status(one)).end('As told by the test');
    for (const check of waiting) check();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    respond: (next) => {
      status = next;
    },
    waitFor: (isThere) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(check);
          settle();
        };
        const check = () => isThere(received) && end(resolve);
        const timer = setTimeout(() => end(() => reject(new Error(`Only ${received.length} came.`))), 30_000);
        waiting.add(check);
        check();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
