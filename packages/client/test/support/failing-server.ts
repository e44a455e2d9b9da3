import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the server handles one request after it has read the body. */
export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void;

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly receivedAt: number;
}

export interface FailingServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Sets the behaviours for the next requests, one after the other; the last one repeats. */
  plan(...behaviours: [Behaviour, ...Behaviour[]]): void;
  stop(): Promise<void>;
}

/**
 * Starts a real server on a real socket that behaves as planned. A new plan replaces the old one and clears the
 * requests.
 */
export async function startFailingServer(): Promise<FailingServer> {
  let planned: Behaviour[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const received = { ...describe(request), body: await readText(request), receivedAt: performance.now() };
    requests.push(received);
    const behaviour = planned.length > 1 ? planned.shift() : planned[0];
    if (!behaviour) throw new Error('Nothing was planned for this request.');
    behaviour(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    plan(...behaviours) {
      planned = behaviours;
      requests.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function describe({ method = '', url = '', headers }: IncomingMessage) {
  return { method, url, headers };
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}
