import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendsMetricsToken } from '@parley/config';
import type { Registry } from 'prom-client';

export interface MetricsServerOptions {
  readonly registry: Registry;
  readonly port: number;
  readonly host: string;
  /** The bearer token that a request needs. Default is no token. */
  readonly token: string | undefined;
}

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves `/metrics` on a separate port, so that a firewall can hide it from the callers of the API. */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const { registry, port, host, token } = options;
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') response.writeHead(404).end();
    else if (!sendsMetricsToken(request.headers.authorization, token))
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="metrics"' }).end();
    else response.setHeader('Content-Type', registry.contentType).end(await registry.metrics());
  });
  server.listen(port, host);
  await once(server, 'listening');
  // A server that listens on a port has an address object with the port.
  const address = server.address() as AddressInfo;
  return {
    url: `http://localhost:${address.port}/metrics`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
