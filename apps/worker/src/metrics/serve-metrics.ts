import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the health and the metrics of a worker that runs alone, on a port of its own. */
export async function serveMetrics(registry: Registry, port: number): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') response.setHeader('Content-Type', 'application/json').end('{"success":true}');
    else if (path === '/metrics') await sendMetrics(registry, response);
    else response.writeHead(404).end();
  });
  server.listen(port);
  await once(server, 'listening');
  // A server that listens on a port has an address with one.
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function sendMetrics(registry: Registry, response: ServerResponse): Promise<void> {
  const text = await registry.metrics();
  response.setHeader('Content-Type', registry.contentType).end(text);
}
