import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TakenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestServer {
  readonly url: string;
  /** The requests in the order of their arrival. */
  readonly requests: readonly TakenRequest[];
  stop(): Promise<void>;
}

/** Starts a real HTTP server that stores the requests that it receives. */
export async function startServer(
  respond: (request: TakenRequest, response: ServerResponse) => unknown,
): Promise<TestServer> {
  const requests: TakenRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const taken = { method, path: url, headers, body: await text(request) };
    requests.push(taken);
    await respond(taken, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
