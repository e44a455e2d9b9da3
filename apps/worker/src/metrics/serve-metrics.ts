import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendsMetricsToken } from '@parley/config';
import { boundedRead } from '@parley/database';
import type { Registry } from 'prom-client';

export interface MetricsServer {
  readonly port: number;
  readonly address: string;
  close(): Promise<void>;
}

export interface MetricsServerOptions {
  readonly port: number;
  /** The address on which the server listens. Default is all of them. */
  readonly host?: string | undefined;
  /** The bearer token that the metrics need; undefined means none. */
  readonly token?: string | undefined;
  /** Returns why the worker does not work now, or undefined when it does. It rejects when the database is unavailable. */
  readonly findObstacle: () => Promise<string | undefined>;
}

/** Serves the health and the metrics of a worker that runs alone, on a port of its own. */
export async function serveMetrics(
  registry: Registry,
  { port, host, token, findObstacle }: MetricsServerOptions,
): Promise<MetricsServer> {
  const readObstacle = boundedRead(async () => ({ error: await findObstacle() }), { freshMs: 0 });
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') sendJson(response, 200, { success: true });
    else if (path === '/readyz') sendReadiness(response, await readObstacle());
    else if (path !== '/metrics') response.writeHead(404).end();
    else if (sendsMetricsToken(request.headers.authorization, token)) await sendMetrics(registry, response);
    else response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="metrics"' }).end();
  });
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, 'listening');
  // A server that listens on a port has an address object with the port.
  const bound = server.address() as AddressInfo;
  return {
    port: bound.port,
    address: bound.address,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function sendReadiness(response: ServerResponse, found?: { readonly error: string | undefined }): void {
  const { error } = found ?? { error: 'the database is unavailable' };
  if (error === undefined) sendJson(response, 200, { success: true });
  else sendJson(response, 503, { success: false, error });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function sendMetrics(registry: Registry, response: ServerResponse): Promise<void> {
  const text = await registry.metrics();
  response.setHeader('Content-Type', registry.contentType).end(text);
}
