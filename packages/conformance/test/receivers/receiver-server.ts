import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
export const revokedSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

export interface Incoming {
  readonly headers: IncomingHttpHeaders;
  readonly chunks: readonly Buffer[];
  readonly body: Buffer;
}

/** What a receiver keeps, and what its probe reports. */
export interface Kept {
  readonly handled: string[];
  current?: Record<string, string>;
  readonly times: Map<string, string>;
  busy: number;
}

/** Returns the status of the response; `hang` gives none and `close` ends the connection. */
export type Receive = (incoming: Incoming, kept: Kept) => Promise<number | 'hang' | 'close'>;

export interface Receiver {
  readonly url: string;
  readonly probeUrl: string;
  stop(): Promise<void>;
}

/** Starts a receiver of webhooks whose probe is at `/probe`. */
export async function startReceiver(receive: Receive): Promise<Receiver> {
  const kept: Kept = { handled: [], current: {}, times: new Map(), busy: 0 };
  const server = createServer(async (request, response) => {
    if (request.url === '/probe') {
      const { handled, current } = kept;
      return response.end(JSON.stringify({ handled, current }));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const incoming = { headers: request.headers, chunks, body: Buffer.concat(chunks) };
    const status = await receive(incoming, kept).catch(() => 500);
    if (status === 'close') return request.socket.destroy();
    if (status === 'hang') return undefined;
    return response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    probeUrl: `http://127.0.0.1:${port}/probe`,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
