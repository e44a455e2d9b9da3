import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a real HTTP server instead of a provider: it records the requests and responds with `respond`. */
export async function startProvider(respond: ProviderBehaviour): Promise<Provider> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString('utf8');
    requests.push({ method: request.method, path: request.url, headers: request.headers, body });
    respond(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server listens on a TCP port, so its address is not a pipe's name.
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

export type ProviderBehaviour = (response: ServerResponse, request: IncomingMessage) => void;

export interface RecordedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Provider {
  readonly url: string;
  readonly requests: RecordedRequest[];
  stop(): Promise<void>;
}

export function respondWithJson(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): ProviderBehaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}
